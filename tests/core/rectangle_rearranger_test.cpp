#include "core/planner/tuner/rectangle_rearranger.h"

#include <algorithm>

#include "core/memory/live_profile.h"
#include "tests/core/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const SearchStop never = [] { return false; };

Group whole_group(const Problem& problem) {
    Group group;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        group.emplace_back(i);
    }
    return group;
}

/// The placer's reading of an order: its highest tail.
Offset tail_of(const Problem& problem, const Group& order) {
    return peak(problem, place_in_order(problem, order, PlacingRule::lowest_fit));
}

/// Buffers that are all alive at one step, so that they are one group.
Problem random_group(bool with_alignment = false) {
    Problem problem = random_problem({.most_buffers = 10, .with_alignment = with_alignment});
    for (Buffer& each : problem.buffers) {
        each.lifetime.begin = std::min(each.lifetime.begin, Step(10));
        each.lifetime.end = std::max(each.lifetime.end, Step(11));
    }
    return problem;
}

bool is_permutation_of(Group a, Group b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

/// Lowest fit by width leaves it at 10, and its threshold is 9.
Problem one_above() {
    return problem_of({buffer("a", 1, 4, 4), buffer("b", 4, 8, 2), buffer("c", 4, 6, 3), buffer("d", 3, 6, 4)});
}

}  // namespace

class RectangleRearrangerTest : public QObject {
    Q_OBJECT

private slots:
    void the_capacity_rearranger_finds_the_order_that_reaches_the_threshold() {
        const Problem problem = one_above();
        const Group group = whole_group(problem);
        CapacityRearranger rearranger(problem, group, Offset(9), 1);
        const Group order = rearranger.next({group, Offset(10), 1'000'000, never});
        QVERIFY(is_permutation_of(order, group));
        QCOMPARE(tail_of(problem, order), Offset(9));
        QVERIFY(rearranger.work() > 0);
        QVERIFY(rearranger.draws() > 0);
        QVERIFY(!rearranger.last_draw().empty());
    }

    void at_the_threshold_there_is_nothing_left_to_draw() {
        const Problem problem = one_above();
        const Group group = whole_group(problem);
        CapacityRearranger rearranger(problem, group, Offset(9), 1);
        QVERIFY(rearranger.next({group, Offset(9), 1'000'000, never}).empty());
        QCOMPARE(rearranger.draws(), std::uint64_t{0});
    }

    void a_stop_and_an_empty_budget_end_the_draws() {
        const Problem problem = one_above();
        const Group group = whole_group(problem);
        CapacityRearranger rearranger(problem, group, Offset(9), 1);
        const SearchStop at_once = [] { return true; };
        QVERIFY(rearranger.next({group, Offset(10), 1'000'000, at_once}).empty());
        QVERIFY(rearranger.next({group, Offset(10), 0, never}).empty());
    }

    void every_order_of_the_capacity_rearranger_is_lower_than_the_best_so_far() {
        QVERIFY(rc::check("capacity rearranger", [] {
            const Problem problem = random_group(true);
            const Group group = whole_group(problem);
            CapacityRearranger rearranger(problem, group, Offset(threshold(problem).value()), 1);
            Group best = group;
            Offset tail = tail_of(problem, best);
            for (int draws = 0; draws < 3; ++draws) {
                const Group order = rearranger.next({best, tail, 20'000, never});
                if (order.empty()) {
                    break;
                }
                RC_ASSERT(is_permutation_of(order, group));
                RC_ASSERT(tail_of(problem, order) < tail);
                best = order;
                tail = tail_of(problem, order);
            }
        }));
    }

    void the_capacity_rearranger_takes_no_group_with_gaps() {
        Problem problem = one_above();
        QVERIFY(CapacityRearranger::can_take(problem, whole_group(problem)));
        problem.buffers[1].gaps = {{{Step(5), Step(6)}, {}}};
        QVERIFY(!CapacityRearranger::can_take(problem, whole_group(problem)));
    }

    void the_capacity_rearranger_takes_no_group_whose_lists_would_not_fit() {
        Problem problem;
        for (std::size_t i = 0; i < 2100; ++i) {
            problem.buffers.push_back(buffer(std::to_string(i), 0, 1, 1));
        }
        QVERIFY(!CapacityRearranger::can_take(problem, whole_group(problem)));
    }

    void the_order_rearranger_moves_one_of_the_highest_forward() {
        QVERIFY(rc::check("order rearranger", [] {
            const Problem problem = random_problem({.most_buffers = 20, .with_gaps = true});
            const Group group = whole_group(problem);
            RectangleContainer container(problem, RegionIndex(0));
            for (const BufferIndex each : group) {
                container.place(each, PlacingRule::lowest_fit);
            }
            OrderRearranger rearranger(problem, container, *rc::gen::arbitrary<std::uint64_t>());
            const Group order = rearranger.next({group, Offset(0), 1'000'000, never});
            if (group.size() < 2) {
                RC_ASSERT(order.empty());
                return;
            }
            RC_ASSERT(order != group);
            RC_ASSERT(is_permutation_of(order, group));
        }));
    }

    void the_same_seed_draws_the_same_orders() {
        const Problem problem = one_above();
        const Group group = whole_group(problem);
        RectangleContainer container(problem, RegionIndex(0));
        for (const BufferIndex each : group) {
            container.place(each, PlacingRule::lowest_fit);
        }
        OrderRearranger first(problem, container, 3);
        OrderRearranger second(problem, container, 3);
        for (int draw = 0; draw < 20; ++draw) {
            QCOMPARE(first.next({group, Offset(10), 1000, never}), second.next({group, Offset(10), 1000, never}));
        }
        QCOMPARE(first.draws(), std::uint64_t{20});
    }
};

ARENASCOPE_TEST(RectangleRearrangerTest)
#include "rectangle_rearranger_test.moc"
