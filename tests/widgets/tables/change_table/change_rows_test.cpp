#include "widgets/tables/change_table/change_rows.h"

#include <algorithm>

#include "tests/support/large_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/compared_sample.h"

using namespace arenascope;

namespace {

using ListedRows = std::vector<std::size_t>;

/// Every third buffer of a large plan lies elsewhere, farther the later it begins.
std::shared_ptr<const ComparedPlans> compared_large_plans() {
    const test::PlacedPlan before = test::large_plan(3'000);
    test::PlacedPlan after = before;
    for (std::size_t i = 0; i < after.layout.placements.size(); i += 3) {
        after.layout.placements[i]->offset = Offset(1'000 + static_cast<std::int64_t>(i / 30));
    }
    return test::shared(compare_plans(test::compared_side(before), test::compared_side(after)));
}

}  // namespace

class ChangeRowsTest : public QObject {
    Q_OBJECT

private slots:
    void the_rows_are_what_differs_the_farthest_move_first() {
        const auto found = change_rows({.plans = test::compared_sample(), .filter = {}, .unit = {}});
        QCOMPARE(found->different, std::size_t{5});
        QVERIFY((found->rows == ListedRows{1, 3, 4, 2, 5}));
        QCOMPARE(found->row_of_a[BufferIndex(0)], -1);
        QCOMPARE(found->row_of_a[BufferIndex(3)], 1);
    }

    void a_filter_leaves_rows_out_and_a_column_orders_them() {
        ChangeRequest request{.plans = test::compared_sample(), .filter = *ChangeFilter::parse("ne"), .unit = {}};
        request.sort_column = ChangeColumn::name;
        request.sort_order = Qt::AscendingOrder;
        const auto found = change_rows(request);
        QCOMPARE(found->different, std::size_t{5});
        QVERIFY((found->rows == ListedRows{2, 3}));
        QCOMPARE(found->row_of_a[BufferIndex(1)], -1);
    }

    void equal_changes_keep_the_order_of_the_plans() {
        const auto plans = compared_large_plans();
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            const auto found = change_rows({.plans = plans, .filter = {}, .sort_order = order, .unit = {}});
            QCOMPARE(found->rows.size(), std::size_t{1'000});
            const auto distance = [&plans](std::size_t row) {
                return std::abs(
                    *offset_change(plans->a.comparand(), plans->b.comparand(), plans->changes.buffers[row]));
            };
            QVERIFY(std::ranges::is_sorted(found->rows, [&](std::size_t a, std::size_t b) {
                return std::pair(order == Qt::AscendingOrder ? distance(a) : -distance(a), a) <
                       std::pair(order == Qt::AscendingOrder ? distance(b) : -distance(b), b);
            }));
        }
    }
};

ARENASCOPE_TEST(ChangeRowsTest)
#include "change_rows_test.moc"
