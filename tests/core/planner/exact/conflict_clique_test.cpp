#include <numeric>

#include "core/model/memory/live_profile.h"
#include "core/planner/exact/components.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::int64_t clique(const Problem& problem, std::int64_t alignment = 1) {
    return heaviest_conflict_clique(problem, all_buffers(problem), alignment);
}

/// Tries every subset of the buffers.
std::int64_t heaviest_by_trying(const Problem& problem) {
    std::int64_t best = 0;
    for (std::uint32_t set = 0; set < 1U << problem.buffers.size(); ++set) {
        std::int64_t sum = 0;
        bool all_meet = true;
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            if ((set >> i & 1U) == 0) {
                continue;
            }
            sum += problem.buffers[i].size.value();
            for (std::size_t j = 0; j < i; ++j) {
                all_meet =
                    all_meet && ((set >> j & 1U) == 0 ||
                                 heaviest_conflict_clique(problem, std::vector{BufferIndex(i), BufferIndex(j)}, 1) ==
                                     (problem.buffers[i].size + problem.buffers[j].size).value());
            }
        }
        best = all_meet ? std::max(best, sum) : best;
    }
    return best;
}

}  // namespace

class ConflictCliqueTest : public QObject {
    Q_OBJECT

private slots:
    void three_buffers_in_pairwise_conflict_add_up() {
        Problem problem = problem_of({buffer("a", 0, 9, 4), buffer("b", 0, 6, 5), buffer("c", 3, 9, 7)});
        QCOMPARE(clique(problem), std::int64_t{16});
        problem.buffers[0].set_gaps({{{Step(3), Step(6)}, std::nullopt}});
        QCOMPARE(threshold(problem).value(), std::int64_t{12});
        QCOMPARE(clique(problem), std::int64_t{16});
        problem.buffers[0].set_gaps({{{Step(3), Step(9)}, std::nullopt}});
        QCOMPARE(clique(problem), std::int64_t{12});
    }

    void two_buffers_that_meet_only_in_a_window_do_not_count_together() {
        Problem problem = problem_of({buffer("a", 0, 4, 4), buffer("b", 2, 6, 5)});
        problem.buffers[0].set_gaps({{{Step(2), Step(4)}, Window{Bytes(0), Bytes(1)}}});
        QCOMPARE(clique(problem), std::int64_t{5});
    }

    void all_buffers_but_one_count_with_the_waste_of_alignment() {
        QCOMPARE(clique(problem_of({buffer("a", 0, 4, 5), buffer("b", 2, 6, 5)}), 8), std::int64_t{9});
    }

    void no_buffers_give_zero() {
        QCOMPARE(clique(problem_of({})), std::int64_t{0});
        QCOMPARE(clique(problem_of({buffer("a", 0, 1, 5)})), std::int64_t{5});
    }

    void finds_the_heaviest_of_all_cliques() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem({.with_gaps = true});
            problem.buffers.resize(std::min<std::size_t>(problem.buffers.size(), 9));
            RC_ASSERT(clique(problem) == heaviest_by_trying(problem));
        }));
    }
};

ARENASCOPE_TEST(ConflictCliqueTest)
#include "conflict_clique_test.moc"
