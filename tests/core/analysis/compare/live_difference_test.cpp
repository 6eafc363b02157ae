#include "core/analysis/compare/live_difference.h"

#include "core/model/memory/live_profile.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::int64_t live_size_at(const Problem& problem, Step step) {
    std::int64_t live = 0;
    for (const Buffer& buffer : problem.buffers) {
        for_each_piece(buffer, [&](const Piece& piece) {
            live += contains(piece.steps, step) ? (piece.bytes.to - piece.bytes.from).value() : 0;
        });
    }
    return live;
}

}  // namespace

class LiveDifferenceTest : public QObject {
    Q_OBJECT

private slots:
    void is_the_second_live_size_minus_the_first() {
        const Problem first = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 5)});
        const Problem second = problem_of({buffer("a", 0, 5, 10), buffer("b", 2, 6, 3)});
        const LiveDifference difference = live_difference(live_profile(first), live_profile(second));
        QCOMPARE(difference.steps, (std::vector{Step(2), Step(4), Step(5), Step(6)}));
        QCOMPARE(difference.bytes, (std::vector{Bytes(-2), Bytes(8), Bytes(-2), Bytes(0)}));
        QCOMPARE(difference.most, Bytes(8));
        QCOMPARE(difference.least, Bytes(-2));
        QCOMPARE(difference_at(difference, Step(1)), std::optional(Bytes(0)));
        QCOMPARE(difference_at(difference, Step(4)), std::optional(Bytes(8)));
        QCOMPARE(difference_at(difference, Step(90)), std::optional(Bytes(0)));
    }

    void a_plan_does_not_differ_from_itself() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10)});
        QCOMPARE(live_difference(live_profile(problem), live_profile(problem)), LiveDifference{});
    }

    void equals_the_sums_of_live_buffers_at_every_step() {
        QVERIFY(rc::check("as counted buffer by buffer", [] {
            const Problem first = random_problem({.with_gaps = true});
            const Problem second = random_problem({.with_gaps = true});
            const LiveDifference difference = live_difference(live_profile(first), live_profile(second));
            for (Step step(-1); step < Step(45); step = step + Duration(1)) {
                RC_ASSERT(difference_at(difference, step)->value() ==
                          live_size_at(second, step) - live_size_at(first, step));
            }
        }));
    }
};

ARENASCOPE_TEST(LiveDifferenceTest)
#include "live_difference_test.moc"
