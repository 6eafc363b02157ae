#include "core/model/memory/conflict.h"

#include <rapidcheck.h>

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using test::problem_of;

Buffer live_buffer(std::int64_t begin, std::int64_t end, std::size_t region = 0) {
    Buffer made;
    made.size = Bytes(8);
    made.lifetime = {Step(begin), Step(end)};
    made.region = RegionIndex(region);
    return made;
}

}  // namespace

class ConflictTest : public QObject {
    Q_OBJECT

private slots:
    void lifetimes_that_only_touch_are_no_conflict() {
        const Problem problem = problem_of({live_buffer(0, 4), live_buffer(4, 6), live_buffer(3, 5)});
        QCOMPARE(conflict_counts(problem), (std::vector<std::int64_t>{1, 1, 2}));
        QCOMPARE(conflicts_of(problem, BufferIndex(2)), (std::vector<BufferIndex>{BufferIndex(0), BufferIndex(1)}));
    }

    void buffers_in_different_regions_do_not_conflict() {
        Problem problem = problem_of({live_buffer(0, 4), live_buffer(0, 4, 1)});
        problem.regions.resize(2);
        QCOMPARE(conflict_counts(problem), (std::vector<std::int64_t>{0, 0}));
    }

    void counts_equal_those_of_comparing_all_pairs() {
        QVERIFY(rc::check([] {
            Problem problem;
            problem.regions.resize(2);
            const auto count = *rc::gen::inRange<std::size_t>(0, 30);
            const auto stretch = *rc::gen::element<std::int64_t>(1, 1'000'000'000'000);
            for (std::size_t i = 0; i < count; ++i) {
                const auto begin = stretch * *rc::gen::inRange<std::int64_t>(-10, 10);
                problem.buffers.push_back(live_buffer(begin, begin + *rc::gen::inRange<std::int64_t>(1, 8),
                                                      *rc::gen::inRange<std::size_t>(0, 2)));
            }
            const auto counts = conflict_counts(problem);
            std::uint64_t twice = 0;
            for (std::size_t i = 0; i < count; ++i) {
                RC_ASSERT(counts[i] == static_cast<std::int64_t>(conflicts_of(problem, BufferIndex(i)).size()));
                twice += static_cast<std::uint64_t>(counts[i]);
            }
            RC_ASSERT(conflict_pairs(problem) == twice / 2);
        }));
    }
};

ARENASCOPE_TEST(ConflictTest)

}  // namespace arenascope

#include "conflict_test.moc"
