#include "app/window/debug/debug_views.h"

#include <algorithm>

#include <QDockWidget>
#include <QLineEdit>
#include <QSettings>
#include <QTabWidget>
#include <QTableView>

#include "app/window/frame/debug_panel.h"
#include "app/window/frame/window_settings.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/transport/transport.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/breakpoint_table/breakpoint_table.h"
#include "widgets/tables/hit_list/hit_list.h"
#include "widgets/tables/hit_list/log_list.h"
#include "widgets/tables/iteration_list/iteration_curve.h"
#include "widgets/tables/iteration_list/iteration_list.h"
#include "widgets/tables/watch_table/watch_table.h"

using namespace arenascope;
using namespace arenascope::test;

class DebugViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_active_window(); }
    void cleanup() {
        debugging().set_breakpoints({});
        debugging().set_watches({});
        close_window();
    }

    void f9_brings_the_line_and_enter_adds_what_was_counted_while_typing() {
        open_tuned_sample();
        QTest::keyClick(window_.get(), Qt::Key_F9);
        QVERIFY(field().hasFocus());
        QTest::keyClicks(&field(), QStringLiteral("changed(peak)"));
        const auto expected = hits_of("changed(peak)");
        QVERIFY(expected.size() > 1);
        QTRY_VERIFY_WITH_TIMEOUT(
            verdict().startsWith(QStringLiteral("%1 hits in this run, first at ").arg(expected.size())), 10'000);
        QVERIFY(line().tone() == TextTone::good);
        QTest::keyClick(&field(), Qt::Key_Return);
        QVERIFY(field().text().isEmpty());
        QVERIFY(window_->focusWidget() == window_->layout_view());
        QTRY_VERIFY_WITH_TIMEOUT(debugging().findings() != nullptr, 10'000);
        QCOMPARE(debugging().findings()->hits, expected);
        QCOMPARE(panel().title_of(DebugPanel::breakpoint_tab), QStringLiteral("Breakpoints 1"));
        QCOMPARE(panel().title_of(DebugPanel::hit_tab), QStringLiteral("Hits %1").arg(expected.size()));
        QCOMPARE(rows_in(panel().hits()).model()->rowCount(), static_cast<int>(expected.size()));
    }

    /// Whoever left the line and came back by hand goes on writing there.
    void enter_leaves_the_focus_to_who_came_back_to_the_line_by_hand() {
        open_tuned_sample();
        QTest::keyClick(window_.get(), Qt::Key_F9);
        window_->layout_view()->setFocus();
        field().setFocus();
        QTest::keyClicks(&field(), QStringLiteral("changed(peak)"));
        QTest::keyClick(&field(), Qt::Key_Return);
        QVERIFY(field().text().isEmpty());
        QVERIFY(field().hasFocus());
    }

    void errors_and_reasons_show_while_one_types() {
        open_tuned_sample();
        field().setText(QStringLiteral("peek > 1"));
        QVERIFY2(verdict().contains(QStringLiteral("peek")), qPrintable(verdict()));
        QVERIFY(line().tone() == TextTone::risk);
        QTest::keyClick(&field(), Qt::Key_Return);
        QVERIFY(debugging().breakpoints().empty());
        QCOMPARE(field().text(), QStringLiteral("peek > 1"));
        field().setText(QStringLiteral("peak < 0"));
        QTRY_COMPARE_WITH_TIMEOUT(verdict(), QStringLiteral("no hit in this run"), 10'000);
        field().setText(QStringLiteral("kind == generation"));
        QTRY_VERIFY_WITH_TIMEOUT(verdict().startsWith(QStringLiteral("it cannot hold in this run: ")), 10'000);
        field().clear();
        QVERIFY(verdict().isEmpty());
    }

    void keys_go_from_hit_to_hit_both_ways() {
        open_tuned_sample();
        add("changed(peak)");
        const auto hits = hits_of("changed(peak)");
        session().plan().show_frame(session().steps().chief_steps().front());
        FrameIndex here = session().state().frame;
        for (FrameIndex next = next_hit(*session().state().trace, hits, here); next != FrameIndex::none();
             next = next_hit(*session().state().trace, hits, here)) {
            QTest::keyClick(window_.get(), Qt::Key_F3);
            here = session().state().frame;
            QCOMPARE(here, next);
        }
        QCOMPARE(here, hits.back().frame);
        QTest::keyClick(window_.get(), Qt::Key_F3);
        QCOMPARE(session().state().frame, here);
        QTest::keyClick(window_.get(), Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(session().state().frame, hits[hits.size() - 2].frame);
    }

    void hits_are_marked_on_the_curve_and_the_slider() {
        open_tuned_sample();
        add("changed(peak)");
        QSet<int> positions;
        for (const StepHit& hit : hits_of("changed(peak)")) {
            positions << session().plan().replay()->chief_position(hit.frame);
        }
        session().steps().show(0);
        const auto& slider = *window_->findChild<Transport*>()->findChild<StepSlider*>();
        QCOMPARE(QSet<int>(slider.marks().begin(), slider.marks().end()), positions);
        const auto& curve = *window_->docks().iterations->findChild<IterationCurve*>();
        QVERIFY(!curve.marks().empty());
        std::vector<Breakpoint> disabled = debugging().breakpoints();
        disabled.front().is_enabled = false;
        debugging().set_breakpoints(disabled);
        QTRY_VERIFY_WITH_TIMEOUT(debugging().findings() != nullptr, 10'000);
        QVERIFY(slider.marks().empty() && curve.marks().empty());
        QVERIFY(!window_->actions().next_hit->isEnabled());
    }

    void a_hit_and_a_line_of_the_log_lead_to_their_step() {
        open_tuned_sample();
        add("changed(peak)");
        std::vector<Breakpoint> both = debugging().breakpoints();
        both.push_back({.condition = "iteration == 0", .action = Breakpoint::Action::log, .line = "{frame}: {peak}"});
        debugging().set_breakpoints(both);
        QTRY_VERIFY_WITH_TIMEOUT(debugging().findings() != nullptr, 10'000);
        QVERIFY(!debugging().findings()->lines.empty());
        emit panel().log().chosen(debugging().findings()->lines.front().frame);
        QCOMPARE(session().state().frame, debugging().findings()->lines.front().frame);
        auto& hits = rows_in(panel().hits());
        window_->docks().debugging.dock->show();
        window_->docks().debugging.bring_to_front();
        panel().findChild<QTabWidget*>()->setCurrentIndex(DebugPanel::hit_tab);
        QTRY_VERIFY(hits.isVisible());
        hits.setCurrentIndex(hits.model()->index(1, 0));
        QTest::keyClick(&hits, Qt::Key_Return);
        QCOMPARE(session().state().frame, debugging().findings()->hits[1].frame);
        QCOMPARE(panel().breakpoints().findChild<QTableView*>()->model()->index(0, BreakpointColumn::hits).data(),
                 QVariant(QStringLiteral("2 of %1").arg(debugging().findings()->breakpoints[0].hits)));
    }

    void watches_follow_the_shown_step() {
        open_tuned_sample();
        debugging().set_watches({"peak"});
        QTRY_VERIFY_WITH_TIMEOUT(debugging().findings() != nullptr, 10'000);
        for (const int step : {0, 1}) {
            session().steps().show(step);
            const std::int64_t peak = session().state().trace->frames[session().state().frame].peak.value();
            QCOMPARE(
                panel().watches().findChild<QTableView*>()->model()->index(0, WatchColumn::value).data().toString(),
                QString::number(peak));
        }
        QCOMPARE(panel().title_of(DebugPanel::watch_tab), QStringLiteral("Watches 1"));
    }

    void a_click_on_the_curve_of_a_watch_shows_the_step() {
        open_tuned_sample();
        debugging().set_watches({"peak"});
        QTRY_VERIFY_WITH_TIMEOUT(debugging().findings() != nullptr, 10'000);
        window_->docks().debugging.dock->show();
        window_->docks().debugging.bring_to_front();
        panel().findChild<QTabWidget*>()->setCurrentIndex(DebugPanel::watch_tab);
        QTableView& watches = rows_in(panel().watches());
        QTRY_VERIFY(watches.isVisible() && watches.columnWidth(WatchColumn::history) > 100);
        const auto& steps = session().steps().chief_steps();
        QVERIFY(steps.size() > 2);
        const QRect curve = watches.visualRect(watches.model()->index(0, WatchColumn::history));
        QTest::mouseClick(watches.viewport(), Qt::LeftButton, {}, {curve.left() + 1, curve.center().y()});
        QCOMPARE(session().state().frame, steps.front());
        QTest::mouseClick(watches.viewport(), Qt::LeftButton, {}, {curve.right() - 1, curve.center().y()});
        QCOMPARE(session().state().frame, steps.back());
    }

    void another_file_is_searched_and_closing_leaves_the_list() {
        open_tuned_sample();
        add("changed(peak)");
        session().plan().close();
        QVERIFY(!debugging().findings());
        QCOMPARE(panel().title_of(DebugPanel::hit_tab), QStringLiteral("Hits"));
        QCOMPARE(debugging().breakpoints().size(), std::size_t{1});
        open_tuned_sample();
        QTRY_VERIFY_WITH_TIMEOUT(debugging().findings() != nullptr, 10'000);
        QCOMPARE(debugging().findings()->hits, hits_of("changed(peak)"));
    }

    void breakpoints_and_watches_survive_the_window() {
        const std::vector<Breakpoint> kept{
            {.condition = "peak > 1", .is_enabled = false, .ignored = 3},
            {.condition = "peak > 2", .action = Breakpoint::Action::log, .line = "{peak}"}};
        debugging().set_breakpoints(kept);
        debugging().set_watches({"peak", "best"});
        close_window();
        show_window();
        QVERIFY(debugging().breakpoints() == kept);
        QCOMPARE(debugging().watches(), (std::vector<std::string>{"peak", "best"}));
    }

private:
    [[nodiscard]] Session& session() const { return window_->session(); }
    [[nodiscard]] Debugging& debugging() const { return session().debugging(); }
    [[nodiscard]] DebugPanel& panel() const { return *window_->docks().debugging; }
    [[nodiscard]] ExpressionLine& line() const { return panel().breakpoints().line(); }
    [[nodiscard]] QLineEdit& field() const { return *line().findChild<QLineEdit*>(); }
    [[nodiscard]] QString verdict() const { return line().verdict(); }
    [[nodiscard]] static QTableView& rows_in(const QWidget& list) { return *list.findChild<QTableView*>(); }

    /// What the core finds.
    [[nodiscard]] std::vector<StepHit> hits_of(const std::string& condition) const {
        const PlanState& state = session().state();
        const RecordedRun run{state.problem.get(), state.trace.get(), state.layout.get()};
        return all_hits(run, StepExpression::condition(condition, scope_of(run)).value()).value();
    }

    void add(const std::string& condition) const {
        debugging().set_breakpoints({{.condition = condition}});
        QTRY_VERIFY_WITH_TIMEOUT(debugging().findings() != nullptr, 10'000);
    }
};

ARENASCOPE_TEST(DebugViewsTest)
#include "debug_views_test.moc"
