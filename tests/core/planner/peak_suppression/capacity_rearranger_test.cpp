#include <algorithm>
#include <initializer_list>

#include "core/model/memory/live_profile.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "tests/core/planner/peak_suppression/rearranged_group.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Buffers that are all alive at one step, so they form one group.
Problem random_group(bool with_alignment = false) {
    Problem problem = random_problem({.most_buffers = 10, .with_alignment = with_alignment});
    for (Buffer& each : problem.buffers) {
        each.lifetime.begin = std::min(each.lifetime.begin, Step(10));
        each.lifetime.end = std::max(each.lifetime.end, Step(11));
    }
    return problem;
}

}  // namespace

class CapacityRearrangerTest : public QObject {
    Q_OBJECT

private slots:
    void finds_the_order_that_reaches_the_threshold() {
        const Problem problem = four_one_above();
        const Group group = whole_group(problem);
        CapacityRearranger rearranger(problem, group, {}, Offset(9), 1);
        const Group order = rearranger.next({group, Offset(10), group, 1'000'000, never});
        QVERIFY(is_permutation_of(order, group));
        QCOMPARE(lowest_fit_tail(problem, order), Offset(9));
        QVERIFY(rearranger.work() > 0);
        QVERIFY(rearranger.draws() > 0);
        QVERIFY(!rearranger.last_draw().empty());
    }

    void draws_nothing_at_the_threshold() {
        const Problem problem = four_one_above();
        const Group group = whole_group(problem);
        CapacityRearranger rearranger(problem, group, {}, Offset(9), 1);
        QVERIFY(rearranger.next({group, Offset(9), group, 1'000'000, never}).empty());
        QCOMPARE(rearranger.draws(), std::uint64_t{0});
    }

    void a_stop_and_an_empty_budget_end_the_draws() {
        const Problem problem = four_one_above();
        const Group group = whole_group(problem);
        CapacityRearranger rearranger(problem, group, {}, Offset(9), 1);
        const SearchStop at_once = [] { return true; };
        QVERIFY(rearranger.next({group, Offset(10), group, 1'000'000, at_once}).empty());
        QVERIFY(rearranger.next({group, Offset(10), group, 0, never}).empty());
    }

    void every_drawn_order_is_lower_than_the_best_so_far() {
        QVERIFY(rc::check("capacity rearranger", [] {
            const Problem problem = random_group(true);
            const Group group = whole_group(problem);
            CapacityRearranger rearranger(problem, group, {}, Offset(threshold(problem).value()), 1);
            Group best = group;
            Offset tail = lowest_fit_tail(problem, best);
            for (int draws = 0; draws < 3; ++draws) {
                const Group order = rearranger.next({group, tail, best, 20'000, never});
                if (order.empty()) {
                    break;
                }
                RC_ASSERT(is_permutation_of(order, group));
                RC_ASSERT(lowest_fit_tail(problem, order) < tail);
                best = order;
                tail = lowest_fit_tail(problem, order);
            }
        }));
    }

    void uses_the_gaps_of_a_group() {
        Problem problem = problem_of({buffer("a", 0, 6, 4), buffer("b", 2, 4, 6), buffer("c", 0, 1, 2)});
        problem.buffers[0].set_gaps({{{Step(2), Step(4)}, {}}});
        const Group group = whole_group(problem);
        CapacityRearranger rearranger(problem, group, {}, Offset(6), 1);
        const Group order = rearranger.next({group, Offset(10), group, 1'000'000, never});
        QVERIFY(is_permutation_of(order, group));
        QCOMPARE(lowest_fit_tail(problem, order), Offset(6));
    }

    void places_around_pinned_buffers() {
        // Only b fits above the pinned buffer, and only a fits below it.
        Problem problem = problem_of({buffer("a", 0, 4, 3), buffer("b", 0, 4, 2), buffer("pinned", 1, 3, 2)});
        problem.buffers[2].pin = Offset(3);
        const Group group{BufferIndex(1), BufferIndex(0)};
        CapacityRearranger rearranger(problem, group, {BufferIndex(2)}, Offset(7), 1);
        const Group order = rearranger.next({group, Offset(8), group, 1'000'000, never});
        QVERIFY(is_permutation_of(order, group));
        QCOMPARE(lowest_fit_tail(problem, order), Offset(7));
    }

    void a_complete_draw_proves_the_optimum_of_all_orders() {
        QVERIFY(rc::check("proof", [] {
            Problem problem = random_problem(
                {.most_buffers = 6, .most_steps = 8, .largest_size = 9, .with_gaps = true, .with_alignment = true});
            for (Buffer& each : problem.buffers) {
                std::vector<Gap> gaps = each.gaps();
                for (Gap& gap : gaps) {
                    gap.window.reset();
                }
                each.set_gaps(gaps);
            }
            if (*rc::gen::arbitrary<bool>()) {
                problem.buffers.front().pin = Offset(*rc::gen::inRange<std::int64_t>(0, 12));
            }
            Group group;
            Group pinned;
            for (const BufferIndex each : whole_group(problem)) {
                (problem.buffers[each].pin ? pinned : group).push_back(each);
            }
            if (group.empty()) {
                return;
            }
            Group order = group;
            Offset lowest = lowest_fit_tail(problem, order);
            do {
                lowest = std::min(lowest, lowest_fit_tail(problem, order));
            } while (std::next_permutation(order.begin(), order.end()));
            CapacityRearranger rearranger(problem, group, pinned, Offset(threshold(problem).value()), 1);
            Group best = group;
            Offset tail = lowest_fit_tail(problem, best);
            for (Group next = best; !next.empty();) {
                next = rearranger.next({group, tail, best, 10'000'000, never});
                if (!next.empty()) {
                    best = next;
                    tail = lowest_fit_tail(problem, best);
                }
            }
            RC_ASSERT(tail == lowest);
            RC_ASSERT(rearranger.lowest() >= tail);
        }));
    }

    void rejects_groups_with_too_large_lists() {
        Problem problem;
        for (std::size_t i = 0; i < 2100; ++i) {
            problem.buffers.push_back(buffer(std::to_string(i), 0, 1, 1));
        }
        QVERIFY(!can_be_searched(problem, whole_group(problem)));
    }
};

ARENASCOPE_TEST(CapacityRearrangerTest)
#include "capacity_rearranger_test.moc"
