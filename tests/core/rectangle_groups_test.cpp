#include "core/planner/tuner/rectangle_groups.h"

#include <algorithm>

#include "tests/core/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::vector<BufferIndex> indices(std::initializer_list<std::size_t> values) {
    return {values.begin(), values.end()};
}

}  // namespace

class RectangleGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void buffers_that_share_time_directly_or_through_others_are_one_group() {
        const Problem problem =
            problem_of({buffer("a", 0, 4, 1), buffer("b", 3, 7, 1), buffer("c", 6, 9, 1), buffer("d", 9, 12, 1)});
        const auto groups = groups_by_shared_time(problem, empty_layout(problem), all_buffers(problem));
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0], indices({0, 1, 2}));
        QCOMPARE(groups[1], indices({3}));
    }

    void the_group_whose_tail_is_highest_comes_first() {
        const Problem problem = problem_of({buffer("low", 0, 4, 5), buffer("high", 4, 8, 5)});
        const auto groups = groups_by_shared_time(problem, layout_of(problem, {0, 3}), all_buffers(problem));
        QCOMPARE(groups, (std::vector<Group>{indices({1}), indices({0})}));
    }

    void of_equal_tails_the_group_that_begins_first_comes_first() {
        const Problem problem = problem_of({buffer("late", 4, 8, 5), buffer("early", 0, 4, 5)});
        const auto groups = groups_by_shared_time(problem, layout_of(problem, {0, 0}), all_buffers(problem));
        QCOMPARE(groups, (std::vector<Group>{indices({1}), indices({0})}));
    }

    void inside_a_group_the_given_order_stays() {
        const Problem problem = problem_of({buffer("a", 0, 9, 1), buffer("b", 1, 2, 1), buffer("c", 5, 6, 1)});
        const auto groups = groups_by_shared_time(problem, empty_layout(problem), indices({2, 0, 1}));
        QCOMPARE(groups, std::vector<Group>{indices({2, 0, 1})});
    }

    void buffers_that_are_not_given_join_nothing() {
        const Problem problem = problem_of({buffer("a", 0, 4, 1), buffer("bridge", 3, 7, 1), buffer("c", 6, 9, 1)});
        QCOMPARE(groups_by_shared_time(problem, empty_layout(problem), indices({0, 2})).size(), std::size_t{2});
        QVERIFY(groups_by_shared_time(problem, empty_layout(problem), {}).empty());
    }

    void groups_partition_the_buffers_and_no_two_groups_share_time() {
        QVERIFY(rc::check("groups", [] {
            const Problem problem = random_problem({.most_buffers = 12, .most_steps = 60});
            const auto groups = groups_by_shared_time(problem, empty_layout(problem), all_buffers(problem));
            std::vector<BufferIndex> members;
            for (std::size_t g = 0; g < groups.size(); ++g) {
                for (const BufferIndex a : groups[g]) {
                    members.push_back(a);
                    for (std::size_t other = g + 1; other < groups.size(); ++other) {
                        for (const BufferIndex b : groups[other]) {
                            RC_ASSERT(!overlap(problem.buffers[a].lifetime, problem.buffers[b].lifetime));
                        }
                    }
                }
            }
            std::sort(members.begin(), members.end());
            RC_ASSERT(members == all_buffers(problem));
        }));
    }
};

ARENASCOPE_TEST(RectangleGroupsTest)
#include "rectangle_groups_test.moc"
