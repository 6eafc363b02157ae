#include "widgets/tables/operator_table/operator_table.h"

#include <QSignalSpy>

#include "core/format/reading.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using test::column_of;

class OperatorTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<OperatorTable>();
        table_->resize(900, 300);
        table_->set_problem(std::make_shared<const Problem>(test::small_network().problem));
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void every_operator_is_a_row_in_execution_order() {
        QCOMPARE(column_of(view(), OperatorColumn::step), (QStringList{"0", "1", "2", "3"}));
        QCOMPARE(column_of(view(), OperatorColumn::name), (QStringList{"conv", "relu", "split", "concat"}));
        QCOMPARE(column_of(view(), OperatorColumn::type), (QStringList{"Convolution", "ReLU", "Split", "Concat"}));
        QCOMPARE(column_of(view(), OperatorColumn::feature),
                 (QStringList{"ordinary", "in place", "removable", "merge"}));
        QCOMPARE(column_of(view(), OperatorColumn::reads), (QStringList{"1,024", "2,048", "2,048", "2,560"}));
        QCOMPARE(column_of(view(), OperatorColumn::writes), (QStringList{"2,048", "2,048", "512", "4,096"}));
        QCOMPARE(header().detail(), QStringLiteral("4 of 4 shown"));
    }

    void a_buffer_read_twice_counts_once() {
        auto plan = test::small_network();
        plan.problem.graph->operators[3].reads = {BufferIndex(2), BufferIndex(2)};
        table_->set_problem(std::make_shared<const Problem>(plan.problem));
        QCOMPARE(test::cell(view(), 3, OperatorColumn::reads), QStringLiteral("2,048"));
    }

    void the_unit_is_in_the_titles_and_the_tooltip_is_exact() {
        table_->set_unit(Unit::kibibytes);
        QCOMPARE(test::title_of(view(), OperatorColumn::reads), QStringLiteral("reads KiB"));
        QCOMPARE(column_of(view(), OperatorColumn::writes), (QStringList{"2.0", "2.0", "0.5", "4.0"}));
        QCOMPARE(test::cell(view(), 2, OperatorColumn::writes, Qt::ToolTipRole), QStringLiteral("512 B"));
    }

    void a_click_and_the_arrows_choose() {
        QSignalSpy chosen(table_.get(), &OperatorTable::chosen);
        test::click_cell(view(), 1, OperatorColumn::name);
        QTest::keyClick(&view(), Qt::Key_Down);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].value<OperatorIndex>(), OperatorIndex(1));
        QCOMPARE(chosen[1][0].value<OperatorIndex>(), OperatorIndex(2));
        test::click_cell(view(), 2, OperatorColumn::name);
        QCOMPARE(chosen.size(), 2);
    }

    void a_deselected_row_can_be_clicked_again() {
        QSignalSpy chosen(table_.get(), &OperatorTable::chosen);
        test::click_cell(view(), 1, OperatorColumn::name);
        table_->set_operator(std::nullopt);
        QVERIFY(view().selectionModel()->selectedRows().empty());
        test::click_cell(view(), 1, OperatorColumn::name);
        QCOMPARE(chosen.size(), 2);
    }

    void a_click_on_a_title_sorts_and_the_chosen_row_stays_chosen() {
        test::click_cell(view(), 0, OperatorColumn::name);
        QSignalSpy chosen(table_.get(), &OperatorTable::chosen);
        test::click_header(view(), OperatorColumn::writes);
        QCOMPARE(column_of(view(), OperatorColumn::name), (QStringList{"split", "conv", "relu", "concat"}));
        QCOMPARE(selected_name(), QStringLiteral("conv"));
        test::click_header(view(), OperatorColumn::writes);
        QCOMPARE(column_of(view(), OperatorColumn::name), (QStringList{"concat", "conv", "relu", "split"}));
        QCOMPARE(chosen.size(), 0);
    }

    void typing_filters_by_name_type_and_feature() {
        auto& field = *table_->findChild<QLineEdit*>();
        QTest::keyClicks(&field, QStringLiteral("CON"));
        QCOMPARE(column_of(view(), OperatorColumn::name), (QStringList{"conv", "concat"}));
        QCOMPARE(header().detail(), QStringLiteral("2 of 4 shown"));
        QTest::keyClick(&field, Qt::Key_Escape);
        QTest::keyClicks(&field, QStringLiteral("removable"));
        QCOMPARE(column_of(view(), OperatorColumn::name), (QStringList{"split"}));
        QTest::keyClick(&field, Qt::Key_Down);
        QVERIFY(table_->focusWidget() == &view());
    }

    void escape_is_the_filters_before_it_is_a_shortcut_of_the_window() {
        auto& field = *table_->findChild<QLineEdit*>();
        const auto is_taken = [&] {
            QKeyEvent escape(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
            escape.ignore();
            QCoreApplication::sendEvent(&field, &escape);
            return escape.isAccepted();
        };
        QVERIFY(is_taken());
        QTest::keyClicks(&field, QStringLiteral("con"));
        QVERIFY(is_taken());
    }

    void marks_the_producer_and_the_consumers_of_the_selected_buffers() {
        table_->set_selected_buffers({BufferIndex(1)});
        QCOMPARE(column_of(view(), OperatorColumn::relation), (QStringList{"writes", "reads", "reads", ""}));
        QVERIFY(view().model()->index(0, 0).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!view().model()->index(3, 0).data(Qt::FontRole).isValid());
        table_->set_selected_buffers({BufferIndex(1), BufferIndex(2)});
        QCOMPARE(column_of(view(), OperatorColumn::relation), (QStringList{"writes", "both", "reads", "reads"}));
        table_->set_selected_buffers({});
        QCOMPARE(column_of(view(), OperatorColumn::relation), (QStringList{"", "", "", ""}));
    }

    void a_narrow_table_never_scrolls_sideways() {
        for (const int width : {900, 420, 260}) {
            table_->resize(width, 300);
            QTRY_VERIFY(test::fits_sideways(view()));
        }
        QVERIFY(!view().isColumnHidden(OperatorColumn::name));
    }

    void without_a_network_a_hint_says_why_the_table_is_empty() {
        table_->set_problem(std::make_shared<const Problem>(test::placed_plan({{"a", 0, 1, 8, 0}}).problem));
        QVERIFY(!view().isVisible());
        QVERIFY(!table_->findChild<QLineEdit*>()->isVisible());
        QVERIFY(header().detail().isEmpty());
        const QLabel& hint = *table_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(hint.isVisible() && hint.text().contains(QStringLiteral("no network")));
    }

    void lists_all_operators_of_a_real_model() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(test::shared_data("ncnn/squeezenet.param").toStdString());
        QVERIFY(document.has_value());
        table_->set_problem(std::make_shared<const Problem>(document->problem));
        QCOMPARE(static_cast<std::size_t>(view().model()->rowCount()), document->problem.graph->operators.size());
    }

private:
    [[nodiscard]] QTableView& view() const { return *table_->findChild<QTableView*>(); }
    [[nodiscard]] SectionHeader& header() const { return *table_->findChild<SectionHeader*>(); }
    [[nodiscard]] QString selected_name() const {
        const QModelIndexList rows = view().selectionModel()->selectedRows(OperatorColumn::name);
        return rows.size() == 1 ? rows.front().data().toString() : QString();
    }

    std::unique_ptr<OperatorTable> table_;
};

ARENASCOPE_TEST(OperatorTableTest)
#include "operator_table_test.moc"
