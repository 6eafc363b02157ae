#include "app/window/network/model_views.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QPushButton>
#include <QTableView>
#include <QTreeWidget>

#include "app/window/frame/import_panel.h"
#include "tests/app/window_fixture.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/sharing_view/sharing_view.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/network_view/network_view.h"
#include "widgets/plots/sharing_matrix/sharing_matrix_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/iteration_list/iteration_list.h"
#include "widgets/tables/operator_table/operator_table.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// data → conv → (left, right) → concat → pool.
constexpr auto model_text =
    "7767517\n7 8\n"
    "Input data 0 1 data -23330=4,3,8,8,4 0=8 1=8 2=4\n"
    "Convolution conv 1 1 data a -23330=4,3,8,8,4 0=4 1=1\n"
    "Split split 1 2 a a0 a1 -23330=8,3,8,8,4,3,8,8,4\n"
    "Convolution left 1 1 a0 b -23330=4,3,8,8,4 0=4 1=1\n"
    "Convolution right 1 1 a1 c -23330=4,3,8,8,4 0=4 1=1\n"
    "Concat concat 2 1 b c out -23330=4,3,8,8,8 0=0\n"
    "Pooling pool 1 1 out end -23330=4,3,4,4,8 1=2 2=2\n";

}  // namespace

class ModelViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        model_ = folder_.filePath(QStringLiteral("model.param"));
        QFile file(model_);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(model_text);
        file.close();
        show_window();
        open_planned(model_);
    }
    void cleanup() { close_window(); }

    void a_clicked_operator_selects_its_inputs_and_outputs_in_all_views() {
        window_->docks().operators.bring_to_front();
        const int row = row_of("concat");
        click_cell(operators(), row, OperatorColumn::name);
        const Operator& concat = *operator_named("concat");
        std::vector<BufferIndex> expected = concat.writes;
        expected.insert(expected.end(), concat.reads.begin(), concat.reads.end());
        QCOMPARE(window_->session().selection().buffers(), expected);
        QCOMPARE(window_->session().selection().cursor(), std::optional(concat.step));
        QCOMPARE(window_->layout_view()->picture().content().selection, expected);
        QCOMPARE(window_->layout_view()->picture().content().time_cursor, std::optional(concat.step));
        QCOMPARE(window_->docks().buffers->selection().size(), expected.size());
        QCOMPARE(selected_row(), row);
        QTest::keyClick(&operators(), Qt::Key_Down);
        QCOMPARE(window_->session().selection().cursor(), std::optional(operator_named("pool")->step));
    }

    void a_selected_buffer_marks_its_producer_and_its_consumers() {
        click_cell(operators(), row_of("conv"), OperatorColumn::name);
        window_->session().selection().select({operator_named("concat")->writes.front()});
        QCOMPARE(selected_row(), -1);
        QCOMPARE(relation_of("concat"), QStringLiteral("writes"));
        QCOMPARE(relation_of("pool"), QStringLiteral("reads"));
        QCOMPARE(relation_of("conv"), QString());
    }

    void a_plan_without_a_network_shows_no_operators() {
        open_planned(sample(QStringLiteral("vendor_plan.csv")));
        QCOMPARE(operators().model()->rowCount(), 0);
        window_->session().undo_stack()->setClean();
        window_->session().plan().close();
        QCOMPARE(operators().model()->rowCount(), 0);
    }

    void other_switches_read_the_file_again_with_undo_and_keep_the_selection() {
        const BufferIndex end = operator_named("pool")->writes.front();
        const std::string name = window_->session().problem()->buffers[end].name;
        window_->session().selection().select({end});
        const std::size_t count = window_->session().problem()->buffers.size();
        window_->docks().import.bring_to_front();
        auto& inputs = *window_->docks().import->findChild<QComboBox*>(QStringLiteral("inputs"));
        QTest::keyClicks(&inputs, QStringLiteral("outside"));
        for (QPushButton* button : window_->docks().import->findChildren<QPushButton*>()) {
            if (button->text().contains(QStringLiteral("Apply"))) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), count - 1, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(is_complete(window_->session().layout()), 20'000);
        QCOMPARE(window_->session().selection().buffers().size(), std::size_t{1});
        QCOMPARE(window_->session().problem()->buffers[window_->session().selection().buffers().front()].name, name);
        window_->session().undo_stack()->undo();
        QCOMPARE(window_->session().problem()->buffers.size(), count);
        QVERIFY(is_complete(window_->session().layout()));
        QCOMPARE(inputs_choice(), QStringLiteral("lifetime"));
    }

    void planning_with_sharing_shows_removed_operators_and_saved_bytes() {
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->session().tuning().start({.planner = "operator-sharing"});
        QVERIFY(finished.wait(20'000));
        QTRY_VERIFY(!window_->session().layout().removed.empty());
        QVERIFY(window_->session().shown()->report()->overlaps.empty());
        auto& tree = *window_->docks().sharing->findChild<QTreeWidget*>();
        const auto* removed = tree.findItems(QStringLiteral("Removed operators"), Qt::MatchExactly).front();
        QVERIFY(removed->childCount() > 0);
        QVERIFY(window_->docks().sharing->fact(QStringLiteral("Peak")).contains(QStringLiteral("→")));
        window_->docks().sharing.bring_to_front();
        const std::string name = removed->child(0)->text(0).toStdString();
        tree.scrollToItem(removed->child(0));
        QTest::mouseClick(tree.viewport(), Qt::LeftButton, Qt::NoModifier,
                          tree.visualItemRect(removed->child(0)).center());
        QTRY_COMPARE(window_->session().selection().cursor(), std::optional(operator_named(name)->step));
        const auto& curve = *window_->docks().iterations->findChild<IterationCurve*>();
        QVERIFY(curve.accessibleDescription().contains(QStringLiteral("threshold of the result")));
        const int count = removed->childCount();
        const QString saved = folder_.filePath(QStringLiteral("saved.json"));
        QVERIFY(window_->session().file().save_layout(saved).has_value());
        window_->session().undo_stack()->undo();
        QVERIFY(window_->session().layout().removed.empty());
        QCOMPARE(removed->childCount(), 0);
        QVERIFY(!curve.accessibleDescription().contains(QStringLiteral("threshold of the result")));
        window_->session().undo_stack()->setClean();
        open_planned(saved);
        QCOMPARE(removed->childCount(), count);
        QVERIFY(window_->session().shown()->report()->overlaps.empty());
    }

    void the_network_and_the_matrix_show_the_selection_both_ways() {
        for (QDockWidget* dock : {window_->docks().network.dock, window_->docks().sharing_matrix.dock}) {
            QVERIFY(dock->isHidden());  // they need much space
            dock->show();
            dock->raise();
        }
        NetworkCanvas& canvas = *window_->docks().network->canvas();
        QTRY_VERIFY_WITH_TIMEOUT(canvas.content().is_laid_out(), 10'000);
        const Operator& first = window_->session().problem()->graph->operators.front();
        QTest::mouseClick(&canvas, Qt::LeftButton, Qt::NoModifier, canvas.box_of(OperatorIndex(0)).center().toPoint());
        QCOMPARE(window_->session().selection().cursor(), std::optional(first.step));
        QCOMPARE(canvas.marks().chosen, std::optional(OperatorIndex(0)));
        QCOMPARE(window_->session().selection().buffers().front(), first.writes.front());
        QVERIFY(canvas.marks().peak.has_value());
        window_->session().selection().select({first.writes.front()});
        QCOMPARE(canvas.marks().selected, std::vector<BufferIndex>{first.writes.front()});
        QVERIFY(!canvas.marks().chosen.has_value());
        window_->session().selection().set_cursor(Step(3));
        QCOMPARE(canvas.marks().cursor, std::optional(Step(3)));
        MatrixGrid& grid = *window_->docks().sharing_matrix->grid();
        QTRY_VERIFY_WITH_TIMEOUT(!grid.cell_box(0, 0).isEmpty() && !grid.sentence(1, 0).isEmpty(), 10'000);
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::NoModifier, grid.cell_box(0, 1).center());
        QCOMPARE(window_->session().selection().buffers().size(), std::size_t{2});
        window_->session().plan().close();
        QVERIFY(!canvas.content().is_laid_out());
    }

    void a_warning_names_the_assumptions_of_the_import() {
        QVERIFY(!window_->message_bar()->isVisible());
        QFile file(model_);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "7767517\n3 3\nInput data 0 1 data -23330=4,1,8,1,1\n"
            "ReLU relu 1 1 data a -23330=4,1,8,1,1\nMystery mystery 1 1 a b\n");
        file.close();
        window_->session().file().reload();
        QTRY_VERIFY_WITH_TIMEOUT(window_->message_bar()->text().contains(QStringLiteral("no known size")), 20'000);
        QCOMPARE(window_->docks().summary->value_of(QStringLiteral("Unknown sizes")), QStringLiteral("1"));
        QTest::mouseClick(window_->message_bar()->findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_VERIFY(is_in_front(*window_->docks().import));
        QVERIFY(!window_->message_bar()->isVisible());
    }

    void the_status_bar_names_the_operator_at_the_cursor() {
        window_->session().selection().set_cursor(operator_named("concat")->step);
        const auto labels = window_->statusBar()->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->text().contains(QStringLiteral("concat")); }));
    }

private:
    /// True if no other widget covers the centre of the widget.
    [[nodiscard]] bool is_in_front(const QWidget& widget) const {
        const QWidget* found = window_->childAt(widget.mapTo(window_.get(), widget.rect().center()));
        return found != nullptr && (found == &widget || widget.isAncestorOf(found));
    }
    [[nodiscard]] QString inputs_choice() const {
        return window_->docks().import->findChild<QComboBox*>(QStringLiteral("inputs"))->currentText();
    }
    [[nodiscard]] QTableView& operators() const { return *window_->docks().operators->findChild<QTableView*>(); }
    [[nodiscard]] int row_of(const char* name) const {
        return static_cast<int>(column_of(operators(), OperatorColumn::name).indexOf(QLatin1String(name)));
    }
    [[nodiscard]] QString relation_of(const char* name) const {
        return cell(operators(), row_of(name), OperatorColumn::relation);
    }
    [[nodiscard]] int selected_row() const {
        const QModelIndexList rows = operators().selectionModel()->selectedRows();
        return rows.size() == 1 ? rows.front().row() : -1;
    }
    [[nodiscard]] const Operator* operator_named(std::string_view name) const {
        const auto& all = window_->session().problem()->graph->operators;
        const auto found = std::find_if(all.begin(), all.end(), [&](const Operator& one) { return one.name == name; });
        return found == all.end() ? nullptr : &*found;
    }

    QString model_;
};

ARENASCOPE_TEST(ModelViewsTest)
#include "model_views_test.moc"
