#include "core/planner/peak_suppression/rectangle_groups.h"

#include <algorithm>

#include "tests/support/random_problem.h"
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

    void overlap_puts_together_what_shares_half_of_the_longer_lifetime() {
        // a and b share 6 of 10 steps; c shares 4 of 8 with a; d only touches the end of a.
        const Problem problem =
            problem_of({buffer("a", 0, 10, 1), buffer("b", 4, 10, 1), buffer("c", 6, 14, 1), buffer("d", 9, 12, 1)});
        const auto groups =
            groups_by_shared_time(problem, empty_layout(problem), all_buffers(problem), Clustering::overlap);
        QCOMPARE(groups, (std::vector<Group>{indices({0, 1, 2}), indices({3})}));
    }

    void overlap_leaves_short_buffers_out_of_the_group_of_a_long_one() {
        const Problem problem =
            problem_of({buffer("long", 0, 100, 1), buffer("short", 0, 9, 1), buffer("twin", 1, 9, 1)});
        const auto groups =
            groups_by_shared_time(problem, empty_layout(problem), all_buffers(problem), Clustering::overlap);
        QCOMPARE(groups, (std::vector<Group>{indices({0}), indices({1, 2})}));
    }

    void cuts_split_where_few_bytes_cross_and_a_crossing_buffer_goes_where_it_lives_longer() {
        // 10 bytes cross step 10; 40 are alive before and after it.
        const Problem problem = problem_of({buffer("left", 0, 10, 30), buffer("right", 10, 20, 30),
                                            buffer("early", 2, 12, 10), buffer("later", 18, 26, 10)});
        const auto groups =
            groups_by_shared_time(problem, empty_layout(problem), all_buffers(problem), Clustering::cuts);
        QCOMPARE(groups, (std::vector<Group>{indices({0, 2}), indices({1, 3})}));
    }

    void nothing_is_cut_where_many_bytes_cross() {
        const Problem problem =
            problem_of({buffer("left", 0, 10, 10), buffer("right", 10, 20, 10), buffer("across", 0, 20, 30)});
        const auto groups =
            groups_by_shared_time(problem, empty_layout(problem), all_buffers(problem), Clustering::cuts);
        QCOMPARE(groups.size(), std::size_t{1});
    }

    void every_clustering_partitions_the_buffers_and_splits_components_only() {
        QVERIFY(rc::check("partition", [] {
            const Problem problem = random_problem({.most_buffers = 16, .most_steps = 40});
            const auto clustering = *rc::gen::element(Clustering::overlap, Clustering::cuts);
            const auto groups = groups_by_shared_time(problem, empty_layout(problem), all_buffers(problem), clustering);
            const auto components = groups_by_shared_time(problem, empty_layout(problem), all_buffers(problem));
            std::vector<BufferIndex> members;
            for (const Group& group : groups) {
                members.insert(members.end(), group.begin(), group.end());
                const auto home = std::ranges::find_if(components, [&](const Group& component) {
                    return std::ranges::find(component, group.front()) != component.end();
                });
                for (const BufferIndex each : group) {
                    RC_ASSERT(std::ranges::find(*home, each) != home->end());
                }
            }
            std::ranges::sort(members);
            RC_ASSERT(members == all_buffers(problem));
        }));
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
