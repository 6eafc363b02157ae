#include "core/picture/plan/label_rows.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Ten pixels for a step, one for a byte. The threshold is 100: the buffer "over" ends above it.
LabelRows rows_of(std::vector<LabelRows::Row> rows) {
    const PlacedPlan plan = placed_plan({{"low", 0, 10, 50, 0}, {"high", 0, 5, 50, 50}, {"over", 10, 20, 40, 80}});
    const auto stack = containers(plan.problem, plan.layout);
    const auto rectangles = memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, stack));
    return {std::move(rows), {{{0, 30}, {0, 130}}, {0, 0, 300, 130}}, stack, rectangles};
}

}  // namespace

class LabelRowsTest : public QObject {
    Q_OBJECT

private slots:
    void a_label_goes_to_the_end_that_it_prefers() {
        const LabelRows rows = rows_of({{40, 50}});  // bytes 80 to 90
        QCOMPARE(rows.place(0, 40, true, Covered::nothing), std::optional(260.0));
        QCOMPARE(rows.place(0, 40, false, Covered::nothing), std::optional(50.0));
    }

    void what_it_may_cover_decides_where_it_goes() {
        const LabelRows rows = rows_of({{40, 50}});
        QCOMPARE(rows.place(0, 150, false, Covered::nothing), std::nullopt);
        QCOMPARE(rows.place(0, 100, false, Covered::buffer), std::optional(0.0));
        QCOMPARE(rows.place(0, 150, false, Covered::buffer), std::nullopt);
        QCOMPARE(rows.place(0, 300, false, Covered::culprit), std::optional(0.0));
        QCOMPARE(rows.place(0, 301, false, Covered::culprit), std::nullopt);
    }

    void two_labels_never_take_the_same_columns() {
        LabelRows rows = rows_of({{0, 8}, {4, 12}, {20, 30}});
        rows.take({200, 0, 300, 8});
        QCOMPARE(rows.place(0, 100, true, Covered::nothing), std::optional(100.0));
        QCOMPARE(rows.place(1, 100, true, Covered::culprit), std::optional(100.0));
        QCOMPARE(rows.place(2, 100, true, Covered::culprit), std::optional(200.0));
    }

    void the_boxes_of_culprits_are_those_of_rectangles_that_end_above_the_threshold() {
        const PlacedPlan plan = placed_plan({{"low", 0, 10, 100, 0}, {"over", 10, 20, 40, 80}});
        const auto stack = containers(plan.problem, plan.layout);
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, stack));
        const auto boxes = culprit_boxes(stack, rectangles, {{{0, 30}, {0, 130}}, {0, 0, 300, 130}});
        QCOMPARE(boxes, (std::vector<Box>{{100, 10, 200, 50}}));
    }

    void nothing_lies_in_a_row_above_the_picture() {
        const LabelRows rows = rows_of({{-20, 0}});
        QCOMPARE(rows.place(0, 300, true, Covered::nothing), std::optional(0.0));
    }
};

ARENASCOPE_TEST(LabelRowsTest)
#include "label_rows_test.moc"
