#include "app/window/debug/pause_views.h"

#include <QAction>
#include <QPushButton>

#include "app/window/frame/debug_panel.h"
#include "app/window/frame/window_docks.h"
#include "tests/app/answered_box.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/pause_bar/pause_bar.h"
#include "widgets/panels/progress_panel/progress_panel.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/peak_chain/peak_chain_list.h"

using namespace arenascope;
using namespace arenascope::test;

class PauseViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_active_window(); }
    void cleanup() { close_window(); }

    void the_bar_says_where_and_why_the_run_stands_still() {
        pause_at("iteration == 1 and group == 1");
        QCOMPARE(bar().text(), QStringLiteral("Paused at step 1.1.1: iteration == 1 and group == 1 — hit 1"));
        QVERIFY(!window_->findChild<ProgressPanel*>()->isVisible());
        QCOMPARE(window_->actions().tune->text(), QStringLiteral("S&top (Paused)"));
        QVERIFY2(window_->windowTitle().contains(QStringLiteral("peak-suppression, step 1.1.1, paused")),
                 qPrintable(window_->windowTitle()));
        QVERIFY2(status().contains(QStringLiteral("paused")), qPrintable(status()));
        QVERIFY2(status().contains(QStringLiteral("best ")), qPrintable(status()));
    }

    void the_step_has_one_name_and_its_peak_is_explained() {
        pause_at("iteration == 1 and group == 1");
        wait_until_idle();
        const QString step = QStringLiteral("step 1.1.1, where the run is paused");
        const QString verdict = window_->layout_view()->accessibleDescription();
        QVERIFY2(verdict.contains(step), qPrintable(verdict));
        QCOMPARE(window_->docks().summary->value_of(QStringLiteral("Shown")), step);
        QVERIFY(window_->session().shown()->explanation != nullptr);
        for (const auto* list : window_->findChildren<PeakChainList*>()) {
            QVERIFY2(!list->isVisible() || !list->sentence().contains(QStringLiteral("Looking")),
                     qPrintable(list->sentence()));
        }
    }

    void keys_continue_and_step_while_the_run_is_paused_and_f5_reads_no_file() {
        pause_at("iteration == 1 and group == 1 and rearrangement <= 2");
        QSignalSpy paused(run(), &PlanRun::paused);
        QSignalSpy opening(&window_->session().file(), &OpenFile::opening);
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(paused.size(), 1, 20'000);
        QCOMPARE(bar().text(), QStringLiteral("Paused at step 1.1.2: iteration == 1 and group == 1 and "
                                              "rearrangement <= 2 — hit 2"));
        QTest::keyClick(window_.get(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(paused.size(), 2, 20'000);
        QVERIFY2(bar().text().startsWith(QStringLiteral("Paused at step 1.1 ")), qPrintable(bar().text()));
        QVERIFY(bar().isVisible());
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(!run()->is_running(), 20'000);
        QTRY_VERIFY(!bar().isVisible());
        QVERIFY(opening.isEmpty());
        QVERIFY(!window_->actions().resume->isEnabled());
        // One press too many does nothing, and says why.
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(1 << 20), RegionIndex(0)}}}, BufferIndex(0));
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QCOMPARE(window_->message_bar()->text(),
                 QStringLiteral("Continue Paused Run: No run is paused. A breakpoint pauses the next one."));
        wait_until_idle();
        QVERIFY(opening.isEmpty());
        QVERIFY(window_->session().undo_stack()->canUndo());
        QCOMPARE(window_->actions().reload->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
        QCOMPARE(window_->actions().tune->text(), QStringLiteral("&Tune"));
    }

    void cancel_ends_the_run() {
        pause_at("iteration >= 1");
        for (QPushButton* button : bar().findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Cancel")) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(!run()->is_running(), 20'000);
        QTRY_VERIFY(!bar().isVisible());
        QVERIFY(is_complete(window_->session().layout()));
    }

    void tune_stops_a_paused_run() {
        pause_at("iteration >= 1");
        window_->actions().tune->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!run()->is_running(), 20'000);
        QTRY_COMPARE(window_->actions().tune->text(), QStringLiteral("&Tune"));
    }

    void a_breakpoint_added_to_a_paused_run_waits_for_the_next_one_and_a_removed_one_stops_no_more() {
        pause_at("iteration == 1");
        const DebugPanel& panel = *window_->docks().debugging;
        QVERIFY(panel.detail().isEmpty());
        std::vector<Breakpoint> longer = window_->session().debugging().breakpoints();
        longer.push_back({.condition = "iteration == 2"});
        window_->session().debugging().set_breakpoints(longer);
        QCOMPARE(panel.detail(), QStringLiteral("new ones stop the next run"));
        window_->session().debugging().set_breakpoints({});
        QVERIFY(panel.detail().isEmpty());
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(!run()->is_running(), 20'000);
    }

    void the_window_stays_alive_while_the_run_is_paused() {
        pause_at("iteration >= 1");
        window_->session().steps().show(0);  // of the run before
        QVERIFY(!window_->session().plan().is_previewing());
        window_->session().selection().select({BufferIndex(1)});
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().shown()->report() != nullptr, 20'000);
        QVERIFY(bar().isVisible());
        QVERIFY(run()->is_running());
    }

    void the_window_can_be_closed_while_the_run_is_paused() {
        pause_at("placed > 0");
        window_->session().undo_stack()->setClean();
        const auto asked = answer_next_box(QStringLiteral("Drop the Run"));
        QVERIFY(window_->close());
        QVERIFY2(asked->contains(QStringLiteral("is under way")), qPrintable(*asked));
    }

private:
    [[nodiscard]] PlanRun* run() const { return window_->session().tuning().run(); }
    [[nodiscard]] PauseBar& bar() const { return *window_->findChild<PauseBar*>(); }

    /// Tunes the sample again, until its run is paused.
    void pause_at(const char* condition) {
        open_tuned_sample();
        QTRY_VERIFY_WITH_TIMEOUT(!run()->is_running(), 20'000);
        QSignalSpy paused(run(), &PlanRun::paused);
        window_->session().debugging().set_breakpoints({{.condition = condition}});
        window_->session().tuning().start({.planner = "peak-suppression", .settings = {{"work", "30000"}}});
        QTRY_COMPARE_WITH_TIMEOUT(paused.size(), 1, 20'000);
        QVERIFY(bar().isVisible());
    }
};

ARENASCOPE_TEST(PauseViewsTest)
#include "pause_views_test.moc"
