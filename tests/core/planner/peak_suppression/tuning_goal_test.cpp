#include "core/planner/peak_suppression/tuning_goal.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

const BufferIndex first(0);
const BufferIndex second(1);
const BufferIndex third(2);

}  // namespace

class TuningGoalTest : public QObject {
    Q_OBJECT

private slots:
    void worked_example_xyw_xwy_xyw_with_limit_4_ends_by_goal_ii_after_2_adjustments() {
        TuningGoals goals(Offset(10), 4);
        QCOMPARE(goals.judge(Offset(12), {first, second, third}, 0), Goal::none);
        QCOMPARE(goals.judge(Offset(11), {first, third, second}, 1), Goal::none);
        QCOMPARE(goals.judge(Offset(12), {first, second, third}, 2), Goal::order_seen);
    }

    void the_threshold_comes_first_then_a_repeated_order_then_the_limit() {
        TuningGoals goals(Offset(10), 0);
        QCOMPARE(goals.judge(Offset(12), {first, second}, 0), Goal::adjustments_spent);
        QCOMPARE(goals.judge(Offset(12), {first, second}, 0), Goal::order_seen);
        QCOMPARE(goals.judge(Offset(10), {first, second}, 0), Goal::at_threshold);
    }

    void a_repeated_order_counts_from_any_earlier_iteration() {
        TuningGoals goals(Offset(10), 9);
        QCOMPARE(goals.judge(Offset(12), {first, second, third}, 0), Goal::none);
        QCOMPARE(goals.judge(Offset(12), {second, first, third}, 1), Goal::none);
        QCOMPARE(goals.judge(Offset(12), {third, first, second}, 2), Goal::none);
        QCOMPARE(goals.judge(Offset(12), {first, second, third}, 3), Goal::order_seen);
    }
};

ARENASCOPE_TEST(TuningGoalTest)
#include "tuning_goal_test.moc"
