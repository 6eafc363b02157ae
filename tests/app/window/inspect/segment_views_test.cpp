#include "app/window/inspect/segment_views.h"

#include <QAction>
#include <QDockWidget>
#include <QTableView>

#include "app/window/frame/window_docks.h"
#include "tests/app/window_fixture.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/message_bar/message_bar.h"
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

    void tune_shows_a_plan_of_a_recording_as_b_and_changes_no_address() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        Session& session = window_->session();
        const std::shared_ptr<const ShownPlan> before = session.shown();
        QSignalSpy changed(&session.plan(), &OpenPlan::layout_changed);
        window_->actions().tune->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session.comparison().has_other(), 20'000);
        QVERIFY(changed.isEmpty());  // not even a preview
        QVERIFY(session.shown()->problem == before->problem && session.shown()->layout == before->layout);
        QVERIFY(!session.undo_stack()->canUndo() && !window_->isWindowModified());
        QCOMPARE(session.comparison().other()->problem->regions.size(), std::size_t{1});
        QVERIFY(is_complete(*session.comparison().other()->layout));
        QVERIFY(window_->actions().modes->actions().at(static_cast<qsizetype>(WindowMode::compare))->isChecked());
        QTRY_VERIFY2(window_->message_bar()->text().contains(QStringLiteral("An allocator recorded these addresses")),
                     qPrintable(window_->message_bar()->text()));
        QTRY_VERIFY_WITH_TIMEOUT(session.comparison().result() != nullptr, 20'000);
        QVERIFY(!session.comparison().can_adopt());
        // A planner of the comparison of planners, whose result is adopted, changes as little.
        session.plan().adopt({*before->problem, {.layout = empty_layout(*before->problem)}, {}, {}}, QString());
        QVERIFY(session.shown()->layout == before->layout && !session.undo_stack()->canUndo());
    }

    void a_plan_of_the_same_allocations_is_compared_with_what_was_reserved() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        window_->session().file().import_again({{"segments", "merged"}});
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().state().provenance.has_value(), 20'000);
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
