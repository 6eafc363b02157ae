#include <rapidcheck.h>

#include "core/model/memory/live_profile.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "tests/core/planner/peak_suppression/rearranged_group.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class OrderRearrangerTest : public QObject {
    Q_OBJECT

private slots:
    void puts_buffers_above_the_threshold_first() {
        const Problem problem = problem_of({buffer("a", 0, 2, 2), buffer("b", 0, 1, 2), buffer("c", 1, 3, 3)});
        const Group group = whole_group(problem);
        RectangleContainer container(problem, RegionIndex(0));
        for (const BufferIndex each : group) {
            container.place(each, PlacingRule::lowest_fit);
        }
        OrderRearranger rearranger(problem, container, Offset(4));
        const Group order = rearranger.next({group, Offset(5), group, 1'000'000, never});
        QCOMPARE(order, (Group{BufferIndex(2), BufferIndex(0), BufferIndex(1)}));
    }

    void buffers_more_often_above_the_threshold_come_first() {
        const Problem problem = problem_of({buffer("a", 0, 2, 2), buffer("b", 0, 2, 2), buffer("c", 0, 2, 2)});
        const Group group = whole_group(problem);
        RectangleContainer container(problem, RegionIndex(0));
        OrderRearranger rearranger(problem, container, Offset(5));
        Group last = group;
        for (const Group& expected : {Group{BufferIndex(2), BufferIndex(0), BufferIndex(1)},
                                      Group{BufferIndex(1), BufferIndex(2), BufferIndex(0)},
                                      Group{BufferIndex(0), BufferIndex(1), BufferIndex(2)}}) {
            container.clear();
            for (const BufferIndex each : last) {
                container.place(each, PlacingRule::lowest_fit);
            }
            last = rearranger.next({group, Offset(6), last, 1'000'000, never});
            QCOMPARE(last, expected);
        }
    }

    void gives_up_when_the_order_stays_the_same() {
        const Problem problem = problem_of({buffer("a", 0, 2, 5)});
        const Group group = whole_group(problem);
        RectangleContainer container(problem, RegionIndex(0));
        container.place(group.front(), PlacingRule::lowest_fit);
        OrderRearranger rearranger(problem, container, Offset(4));
        QVERIFY(rearranger.next({group, Offset(5), group, 1'000'000, never}).empty());
    }

    void returns_the_whole_group() {
        QVERIFY(rc::check("order rearranger", [] {
            const Problem problem = random_problem({.most_buffers = 20, .with_gaps = true});
            const Group group = whole_group(problem);
            RectangleContainer container(problem, RegionIndex(0));
            for (const BufferIndex each : group) {
                container.place(each, PlacingRule::lowest_fit);
            }
            OrderRearranger rearranger(problem, container, Offset(threshold(problem).value()));
            const Group order = rearranger.next({group, Offset(0), group, 1'000'000, never});
            RC_ASSERT((order.empty() || is_permutation_of(order, group)));
        }));
    }
};

ARENASCOPE_TEST(OrderRearrangerTest)
#include "order_rearranger_test.moc"
