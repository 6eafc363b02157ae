#include "app/window/inspect/core_views.h"

#include <QAction>
#include <QDockWidget>
#include <QTableView>

#include "app/window/frame/import_panel.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/candidate_table/candidate_table.h"
#include "widgets/tables/core_table/core_table.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// data → left on core 0; data → right on core 1, which reads a copy.
constexpr auto plan_of_two_cores = R"({
  "format": "arenascope-plan", "version": 1,
  "regions": [{"name": "core 0", "capacity": 100}, {"name": "core 1", "capacity": 100}],
  "buffers": [
    {"name": "a", "size": 60, "begin": 0, "end": 3, "region": "core 0"},
    {"name": "b", "size": 40, "begin": 1, "end": 4, "region": "core 0"},
    {"name": "a@core 1", "size": 60, "begin": 2, "end": 4, "region": "core 1", "copy_of": "a"},
    {"name": "c", "size": SIZE, "begin": 2, "end": 5, "region": "core 1"}
  ],
  "operators": [
    {"name": "first", "type": "Conv", "step": 0, "reads": [], "writes": ["a"], "core": "core 0"},
    {"name": "left", "type": "Conv", "step": 1, "reads": ["a"], "writes": ["b"], "core": "core 0"},
    {"name": "right", "type": "Conv", "step": 2, "reads": ["a@core 1"], "writes": ["c"], "core": "core 1"}
  ]
})";

}  // namespace

class CoreViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        plan_ = folder_.filePath(QStringLiteral("cores.json"));
        show_window();
    }
    void cleanup() { close_window(); }

    void the_table_is_shown_if_a_problem_has_several_memories() {
        open_planned(sample(QStringLiteral("placed.csv")));
        QVERIFY(!window_->docks().cores.dock->toggleViewAction()->isVisible());
        QVERIFY(window_->docks().cores.dock->isHidden());
        open_cores(40);
        QVERIFY(window_->docks().cores.dock->toggleViewAction()->isVisible());
        QVERIFY(!window_->docks().cores.dock->isHidden());
        QCOMPARE(column_of(table(), CoreModel::name), (QStringList{"core 1", "core 0"}));
    }

    void the_tab_has_the_title_of_the_table() {
        open_cores(40);
        QCOMPARE(window_->docks().cores.dock->windowTitle(), QStringLiteral("Cores"));
        QCOMPARE(window_->docks().cores->title(), QStringLiteral("Cores"));
        write(R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "sram"}, {"name": "dram"}],
                  "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "region": "sram"},
                              {"name": "b", "size": 4, "begin": 0, "end": 3, "region": "dram"}]})");
        open(plan_);
        QTRY_COMPARE_WITH_TIMEOUT(window_->docks().cores.dock->windowTitle(), QStringLiteral("Memories"), 20'000);
        QCOMPARE(window_->docks().cores->title(), QStringLiteral("Memories"));
    }

    void candidates_have_a_tab_of_their_own_where_a_run_recorded_them() {
        open_cores(40);
        const QAction& offered = *window_->docks().candidates.dock->toggleViewAction();
        QVERIFY(!offered.isVisible());
        PlanOrder order;
        order.planner = "many-core";
        window_->session().tuning().start(order);
        QTRY_VERIFY_WITH_TIMEOUT(offered.isVisible(), 20'000);
        QVERIFY(!window_->docks().candidates->has_candidates());  // at the end of the run only the layout matters
        window_->session().steps().show(0);
        QVERIFY(window_->docks().candidates->has_candidates());
        window_->session().undo_stack()->undo();
        QTRY_VERIFY(!offered.isVisible());
    }

    void a_chosen_core_fills_the_picture_and_a_folded_core_leaves_it() {
        open_cores(40);
        click_cell(table(), 0, CoreModel::peak);
        const auto chosen = length(window_->layout_view()->camera().view().bytes);
        window_->layout_view()->run(ViewCommand::fit);
        QVERIFY(chosen < length(window_->layout_view()->camera().view().bytes));
        QVERIFY(window_->layout_view()->position_of(BufferIndex(3)).has_value());
        window_->docks().cores->set_folded(RegionIndex(1), true);
        window_->layout_view()->run(ViewCommand::fit);
        QVERIFY(!window_->layout_view()->position_of(BufferIndex(3)).has_value());
        QVERIFY(window_->layout_view()->position_of(BufferIndex(0)).has_value());
    }

    void a_click_on_the_step_of_a_peak_puts_the_cursor_there() {
        open_cores(40);
        window_->docks().cores.bring_to_front();
        window_->resizeDocks({window_->docks().cores.dock}, {700}, Qt::Horizontal);
        wait_until_idle();
        click_cell(table(), 0, CoreModel::peak_step);
        QVERIFY(window_->session().selection().cursor() == Step(2));
    }

    void the_inspector_leads_from_a_tensor_to_its_copy() {
        open_cores(40);
        window_->session().selection().select({BufferIndex(0)});
        QCOMPARE(window_->docks().inspector->value_of(QStringLiteral("Copied to")), QStringLiteral("core 1 at step 2"));
        window_->session().selection().select({BufferIndex(2)});
        QCOMPARE(window_->docks().inspector->value_of(QStringLiteral("Copied from")),
                 QStringLiteral("core 0 at step 2"));
    }

    void buffers_without_room_are_reported_and_the_others_are_shown() {
        open_cores(70);
        PlanOrder order;
        order.planner = "many-core";
        window_->session().tuning().start(order);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().state().misfits.empty(), 20'000);
        QVERIFY(!is_complete(window_->session().layout()));
        QVERIFY(window_->message_bar()->isVisible());
        const QString told = said();
        for (const char* part : {"core 1 has no room for", "the memory needs", "largest free area"}) {
            QVERIFY2(told.contains(QString::fromUtf8(part)), qPrintable(told));
        }
    }

    void any_file_can_be_split_onto_cores() {
        open_planned(sample(QStringLiteral("placed.csv")));
        QVERIFY(window_->session().problem()->regions.size() == 1);
        emit window_->docks().import->apply_requested({{"cores", "3"}});
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().problem()->regions.size() == 3, 20'000);
        const std::vector<KeyValue> expected{{"cores", "3"}};
        QVERIFY(window_->docks().import->switches() == expected);
        window_->session().file().reload();
        QTRY_VERIFY(!window_->session().file().is_opening());
        QCOMPARE(window_->session().problem()->regions.size(), std::size_t{3});
    }

private:
    void open_cores(int size) {
        QByteArray text(plan_of_two_cores);
        write(text.replace("SIZE", QByteArray::number(size)));
        open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(is_complete(window_->session().layout()), 20'000);
    }
    [[nodiscard]] QTableView& table() const { return *window_->docks().cores->findChild<QTableView*>(); }
    [[nodiscard]] QString said() const {
        QStringList words;
        for (const QLabel* label : window_->message_bar()->findChildren<QLabel*>()) {
            words << label->text();
        }
        return words.join(QLatin1Char(' '));
    }
};

ARENASCOPE_TEST(CoreViewsTest)
#include "core_views_test.moc"
