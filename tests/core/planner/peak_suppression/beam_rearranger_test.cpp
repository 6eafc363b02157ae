#include "core/planner/peak_suppression/beam_rearranger.h"

#include "core/model/memory/live_profile.h"
#include "tests/core/planner/peak_suppression/rearranged_group.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class BeamRearrangerTest : public QObject {
    Q_OBJECT

private slots:
    void finds_the_order_that_reaches_the_threshold() {
        const Problem problem = four_one_above();
        const Group group = whole_group(problem);
        BeamRearranger rearranger(problem, group, Offset(9), 1);
        const Group order = rearranger.next({group, Offset(10), group, 1'000'000, never});
        QVERIFY(is_permutation_of(order, group));
        QCOMPARE(lowest_fit_tail(problem, order), Offset(9));
        QVERIFY(rearranger.work() > 0);
        QCOMPARE(rearranger.draws(), std::uint64_t{1});
        QCOMPARE(rearranger.last_draw(), std::string("beam of 96 skylines under 9, draw 1"));
    }

    void draws_nothing_at_the_threshold_or_when_stopped_or_without_work() {
        const Problem problem = four_one_above();
        const Group group = whole_group(problem);
        BeamRearranger rearranger(problem, group, Offset(9), 1);
        QVERIFY(rearranger.next({group, Offset(9), group, 1'000'000, never}).empty());
        QVERIFY(rearranger.next({group, Offset(10), group, 1'000'000, [] { return true; }}).empty());
        QVERIFY(rearranger.next({group, Offset(10), group, 0, never}).empty());
        QCOMPARE(rearranger.draws(), std::uint64_t{0});
    }

    void one_draw_is_one_draw() {
        // Alignment puts one of the two at 4, so no layout has a peak of 7.
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 3)});
        problem.buffers[0].alignment = Bytes(4);
        problem.buffers[1].alignment = Bytes(4);
        const Group group = whole_group(problem);
        BeamRearranger rearranger(problem, group, Offset(6), 1);
        RearrangerTask task{group, Offset(7), group, 100'000, never, &group, true};
        QVERIFY(rearranger.next(task).empty());
        QCOMPARE(rearranger.draws(), std::uint64_t{1});
        task.is_one_draw = false;
        QVERIFY(rearranger.next(task).empty());
        QVERIFY(rearranger.draws() > 2);
        QVERIFY(rearranger.work() >= 100'000);
    }

    void takes_groups_without_pins_and_gaps() {
        Problem problem = four_one_above();
        const Group group = whole_group(problem);
        QVERIFY(BeamRearranger::can_take(problem, group, {}));
        QVERIFY(!BeamRearranger::can_take(problem, {}, {}));
        problem.buffers[3].set_gaps({{{Step(4), Step(5)}, {}}});
        QVERIFY(!BeamRearranger::can_take(problem, group, {}));
        problem.buffers[3].set_gaps({});
        problem.buffers[3].pin = Offset(0);
        QVERIFY(!BeamRearranger::can_take(problem, {group[0], group[1], group[2]}, {group[3]}));
    }

    void every_drawn_order_is_lower_than_the_best_so_far() {
        QVERIFY(rc::check("beam rearranger", [] {
            const Problem problem = random_problem({.most_buffers = 12, .with_alignment = true});
            const Group group = whole_group(problem);
            BeamRearranger rearranger(problem, group, Offset(threshold(problem).value()),
                                      *rc::gen::inRange<std::uint64_t>(0, 9));
            Group best = group;
            Offset tail = lowest_fit_tail(problem, best);
            for (int draws = 0; draws < 30; ++draws) {
                const Group order = rearranger.next({group, tail, best, 20'000, never, &best, true});
                if (order.empty()) {
                    continue;
                }
                RC_ASSERT(is_permutation_of(order, group));
                RC_ASSERT(lowest_fit_tail(problem, order) < tail);
                best = order;
                tail = lowest_fit_tail(problem, order);
            }
        }));
    }
};

ARENASCOPE_TEST(BeamRearrangerTest)
#include "beam_rearranger_test.moc"
