#include "app/window/inspect/segment_views.h"

#include <QAction>
#include <QDockWidget>
#include <QTableView>

#include "app/window/frame/window_docks.h"
#include "tests/app/window_fixture.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/tables/segment_table/segment_table.h"

using namespace arenascope;
using namespace arenascope::test;

class SegmentViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void the_dock_is_offered_for_a_snapshot_only() {
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(dock().isHidden());
        QVERIFY(!dock().toggleViewAction()->isVisible());
        open(sample(QStringLiteral("training_snapshot.pickle")));
        QVERIFY(!dock().isHidden());
        QVERIFY(dock().toggleViewAction()->isVisible());
        QVERIFY(list().model()->rowCount() > 0);
        QVERIFY(window_->docks().cores.dock->isHidden());  // thresholds of segments would mean nothing
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(dock().isHidden());
    }

    void choosing_a_segment_selects_its_holders() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        dock().raise();
        QVERIFY(cell(list(), 0, SegmentColumn::segment).contains(QStringLiteral("held by")));
        test::click_cell(list(), 0, SegmentColumn::segment);
        const auto& holders = window_->session().selection().buffers();
        QVERIFY(!holders.empty());
        QCOMPARE(window_->docks().inspector->value_of(holders.size() == 1 ? "Name" : "Buffers").isEmpty(), false);
    }

    void it_follows_the_time_cursor_and_leads_to_the_failed_allocation() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        const Step failed = window_->session().problem()->history->out_of_memory.front().step;
        window_->session().selection().set_cursor(Step(3));
        QVERIFY(window_->docks().segments->words().contains(QStringLiteral("At event 3")));
        emit window_->docks().segments->step_chosen(failed);
        QCOMPARE(window_->session().selection().cursor(), std::optional(failed));
        QVERIFY(window_->docks().segments->words().contains(QStringLiteral("Out of memory")));
    }

    void a_snapshot_has_no_tiers_and_the_summary_tells_what_was_recorded() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        const Summary& summary = *window_->docks().summary;
        QVERIFY(window_->session().shown()->risks->empty());
        QVERIFY(summary.value_of(QStringLiteral("Threshold")).isEmpty());
        QVERIFY(summary.value_of(QStringLiteral("Highest live")).contains(QStringLiteral("at event")));
        QVERIFY(!summary.value_of(QStringLiteral("Highest reserved")).isEmpty());
        window_->session().selection().select({BufferIndex(0)});
        QVERIFY(window_->docks().inspector->value_of(QStringLiteral("Tier")).isEmpty());
        QVERIFY(!window_->docks().inspector->value_of(QStringLiteral("Made by")).isEmpty());
    }

    void a_plan_of_the_same_allocations_is_compared_with_what_was_reserved() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        QSignalSpy changed(&window_->session().plan(), &OpenPlan::plan_changed);
        window_->session().tuning().start({.planner = "peak-suppression"});
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 20'000);
        const Summary& summary = *window_->docks().summary;
        QVERIFY(!summary.value_of(QStringLiteral("Peak")).isEmpty());
        QVERIFY(summary.value_of(QStringLiteral("The plan needs")).contains(QStringLiteral("less")));
        QVERIFY(dock().isHidden());
    }

private:
    [[nodiscard]] QDockWidget& dock() const { return *window_->docks().segments.dock; }
    [[nodiscard]] QTableView& list() const { return *window_->docks().segments->findChild<QTableView*>(); }
};

ARENASCOPE_TEST(SegmentViewsTest)
#include "segment_views_test.moc"
