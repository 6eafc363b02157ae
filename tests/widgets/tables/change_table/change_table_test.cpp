#include "widgets/tables/change_table/change_table.h"

#include <QSignalSpy>

#include "tests/support/large_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/compared_sample.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/base/section_header.h"
#include "widgets/tables/change_table/change_model.h"

using namespace arenascope;
using test::cell;
using test::column_of;

class ChangeTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<ChangeTable>();
        table_->resize(900, 300);
        table_->set_plans(test::compared_sample());
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void lists_what_differs_the_farthest_move_first() {
        QCOMPARE(column_of(view(), ChangeModel::name), (QStringList{"high", "old → new", "grows", "gone", "extra"}));
        QCOMPARE(column_of(view(), ChangeModel::change),
                 (QStringList{"moved", "renamed", "resized", "removed", "added"}));
        QCOMPARE(cell(view(), 0, ChangeModel::offset_a), QStringLiteral("3,072"));
        QCOMPARE(cell(view(), 0, ChangeModel::offset_b), QStringLiteral("1,024"));
        QCOMPARE(cell(view(), 0, ChangeModel::moved), QStringLiteral("-2,048"));
        QCOMPARE(cell(view(), 2, ChangeModel::size), QStringLiteral("512 → 1,024"));
        QCOMPARE(cell(view(), 3, ChangeModel::offset_b), QStringLiteral("–"));
        QCOMPARE(cell(view(), 0, ChangeModel::tier_a), QStringLiteral("high · over"));
        QCOMPARE(header().detail(),
                 QStringLiteral("1 moved · 1 added · 1 removed · 1 renamed · 1 resized · 0 retimed"));
    }

    void tooltips_tell_what_the_cells_cannot() {
        QCOMPARE(cell(view(), 2, ChangeModel::size, Qt::ToolTipRole), QStringLiteral("A: 512 B\nB: 1,024 B"));
        QCOMPARE(cell(view(), 3, ChangeModel::offset_b, Qt::ToolTipRole), QStringLiteral("B lacks it"));
        QVERIFY(cell(view(), 1, ChangeModel::name, Qt::ToolTipRole).contains(QStringLiteral("B: new")));
    }

    void a_filter_over_both_sides_selects_rows() {
        table_->set_filter_text(QStringLiteral("moved>1k cause(A)=over"));
        QCOMPARE(column_of(view(), ChangeModel::name), QStringList{"high"});
        table_->set_filter_text(QStringLiteral("ne"));
        QCOMPARE(column_of(view(), ChangeModel::name), (QStringList{"old → new", "gone"}));
        table_->set_filter_text(QStringLiteral("moved>"));
        QVERIFY(words().contains(QStringLiteral("expected")));
        table_->set_filter_text(QStringLiteral("nothing"));
        QCOMPARE(words(), QStringLiteral("No change passes the filter."));
    }

    void a_title_sorts_by_its_column() {
        test::click_header(view(), ChangeModel::name);
        QCOMPARE(column_of(view(), ChangeModel::name), (QStringList{"extra", "gone", "grows", "high", "old → new"}));
        test::click_header(view(), ChangeModel::size);
        test::click_header(view(), ChangeModel::size);
        QCOMPARE(cell(view(), 0, ChangeModel::name), QStringLiteral("high"));
    }

    void a_click_tells_the_buffer_in_both_plans() {
        QSignalSpy chosen(table_.get(), &ChangeTable::chosen);
        test::click_cell(view(), 1, ChangeModel::name);
        QCOMPARE(chosen.last()[0].value<BufferIndex>(), BufferIndex(3));
        QCOMPARE(chosen.last()[1].value<BufferIndex>(), BufferIndex(2));
        test::click_cell(view(), 4, ChangeModel::name);
        QCOMPARE(chosen.last()[0].value<BufferIndex>(), BufferIndex::none());
        QTest::keyClick(&view(), Qt::Key_Up);
        QTest::keyClick(&view(), Qt::Key_Return);
        QCOMPARE(chosen.last()[1].value<BufferIndex>(), BufferIndex::none());
    }

    void the_selection_of_the_window_marks_its_row() {
        QSignalSpy chosen(table_.get(), &ChangeTable::chosen);
        table_->set_selection(BufferIndex(4));
        QCOMPARE(view().selectionModel()->selectedRows().size(), qsizetype{1});
        QCOMPARE(view().selectionModel()->selectedRows().front().row(), 2);
        table_->set_selection(BufferIndex(0));
        QVERIFY(view().selectionModel()->selectedRows().isEmpty());
        QVERIFY(chosen.isEmpty());
    }

    void without_a_second_plan_words_say_what_to_do() {
        table_->set_plans(nullptr, QStringLiteral("Choose one."));
        QCOMPARE(words(), QStringLiteral("Choose one."));
        QVERIFY(!view().isVisible());
        QCOMPARE(header().detail(), QString());
    }

    void plans_without_a_difference_say_so() {
        const auto side = test::compared_side(test::placed_plan({{"a", 0, 1, 4, 0}}));
        table_->set_plans(test::shared(compare_plans(side, side)));
        QCOMPARE(words(), QStringLiteral("Both plans are the same."));
    }

    void the_changes_of_large_plans_are_found_on_another_thread() {
        const test::PlacedPlan before = test::large_plan();
        test::PlacedPlan after = before;
        after.layout.placements[7]->offset = Offset(4096);
        after.layout.placements[9]->offset = Offset(8192);
        table_->set_plans(test::shared(compare_plans(test::compared_side(before), test::compared_side(after))));
        QCOMPARE(view().model()->rowCount(), 0);
        QCOMPARE(words(), QStringLiteral("Looking for the changes …"));
        table_->set_selection(BufferIndex(7));
        QTRY_COMPARE(column_of(view(), ChangeModel::name), (QStringList{"b9", "b7"}));
        QCOMPARE(view().selectionModel()->selectedRows().front().row(), 1);
        table_->set_filter_text(QStringLiteral("b9"));
        QTRY_COMPARE(column_of(view(), ChangeModel::name), QStringList{"b9"});
    }

private:
    [[nodiscard]] QTableView& view() const { return *table_->findChild<QTableView*>(); }
    [[nodiscard]] SectionHeader& header() const { return *table_->findChild<SectionHeader*>(); }
    [[nodiscard]] QString words() const {
        for (const QLabel* label : table_->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
            return label->isVisible() ? label->text() : QString();
        }
        return {};
    }

    std::unique_ptr<ChangeTable> table_;
};

ARENASCOPE_TEST(ChangeTableTest)
#include "change_table_test.moc"
