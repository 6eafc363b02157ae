#include <QPushButton>
#include <QToolBar>
#include <QToolTip>
#include <QTreeView>

#include "app/session/shown_verdict.h"
#include "core/analysis/debugging/step_search.h"
#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/trace/frame_number.h"
#include "core/trace/step_title.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/panels/transport/transport.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/iteration_list/iteration_list.h"

using namespace arenascope;
using namespace arenascope::test;

class StatusDisplayTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    // The picture glides to other places, which are asked for here.
    void initTestCase() { window_settings::smooth_transitions.set(false); }
    void cleanupTestCase() { window_settings::smooth_transitions.set(true); }
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void the_status_bar_follows_the_buffer_under_the_pointer_from_step_to_step() {
        open_tuned_sample();
        Session& session = window_->session();
        session.steps().show(0);
        session.steps().show(1);
        QVERIFY(!session.shown()->moves->empty());
        const Move move = session.shown()->moves->front();
        session.steps().show(0);
        wait_until_idle();
        const auto place = window_->layout_view()->position_of(move.buffer);
        QVERIFY(place.has_value());
        QTest::mouseMove(window_->layout_view(), *place);
        QTRY_COMPARE(window_->layout_view()->pointer_target().buffer, move.buffer);
        const auto offset_words = [&](Offset offset) {
            return QStringLiteral("offset %1")
                .arg(QString::fromStdString(
                    amount_text(offset.value(), window_->layout_view()->picture().content().unit)));
        };
        QVERIFY(status().contains(offset_words(*move.from)));
        session.steps().show(1);
        QVERIFY(window_->layout_view()->pointer_target().buffer != move.buffer ||
                status().contains(offset_words(*move.to)));
        QVERIFY(!status().contains(offset_words(*move.from)));
    }

    void an_exceeded_capacity_is_reported() {
        write(R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "sram", "capacity": 12}],
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 8}]})");
        open(plan_);
        QVERIFY(status().contains(QStringLiteral("capacity of sram exceeded by 4 B")));
        QVERIFY(!status().contains(QStringLiteral("misaligned")));
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(4), RegionIndex(0)}}}, BufferIndex(0));
        QVERIFY(status().contains(QStringLiteral("no overlaps")));
    }

    void a_plan_that_is_not_placed_has_no_faults_to_count() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,\n");
        open(plan_);
        QVERIFY(status().contains(QStringLiteral("1 not placed")));
        QCOMPARE(window_->findChild<QToolBar*>()->findChild<QPushButton*>()->text(),
                 QStringLiteral("Check: not placed"));
    }

    void a_plan_that_was_edited_says_so_in_the_title() {
        open_tuned_sample();
        QVERIFY(!window_->windowTitle().contains(QStringLiteral("edited by hand")));
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(1 << 20), RegionIndex(0)}}}, BufferIndex(0));
        QVERIFY(window_->windowTitle().contains(QStringLiteral("edited by hand")));
        QVERIFY(!status().contains(QStringLiteral("tuned in")));
        window_->session().undo_stack()->undo();
        QVERIFY(!window_->windowTitle().contains(QStringLiteral("edited by hand")));
    }

    void an_edited_step_is_claimed_by_no_view_until_it_is_undone() {
        open_tuned_sample();
        Session& session = window_->session();
        session.steps().show(1);
        const QString step = QStringLiteral("iteration 1 of %1").arg(session.steps().chief_steps().size() - 1);
        const Summary& summary = *window_->docks().summary;
        const IterationList& list = *window_->docks().iterations;
        const QString peak = summary.value_of(QStringLiteral("Peak"));
        QCOMPARE(list.current(), session.state().frame);
        QCOMPARE(summary.value_of(QStringLiteral("Shown")), step);
        QVERIFY(window_->windowTitle().contains(QStringLiteral("peak-suppression, %1 — Arenascope").arg(step)));
        session.plan().move_buffers({{BufferIndex(0), {Offset(1 << 26), RegionIndex(0)}}}, BufferIndex(0));
        QCOMPARE(summary.value_of(QStringLiteral("Shown")), QStringLiteral("%1, then edited by hand").arg(step));
        QVERIFY(window_->windowTitle().contains(
            QStringLiteral("peak-suppression, %1, then edited by hand — Arenascope").arg(step)));
        QVERIFY(summary.value_of(QStringLiteral("Peak")) != peak);
        QVERIFY(summary.value_of(QStringLiteral("Peak"))
                    .startsWith(QString::fromStdString(
                        amount_text((Offset(1 << 26) + session.problem()->buffers[0].size).value(),
                                    window_->layout_view()->picture().content().unit))));
        QCOMPARE(list.current(), FrameIndex::none());
        session.undo_stack()->undo();
        QCOMPARE(list.current(), session.state().frame);
        QCOMPARE(summary.value_of(QStringLiteral("Shown")), step);
        QCOMPARE(summary.value_of(QStringLiteral("Peak")), peak);
    }

    void every_view_gives_an_iteration_the_same_number() {
        open_tuned_sample();
        Session& session = window_->session();
        const Trace& trace = *session.state().trace;
        const int count = static_cast<int>(session.steps().chief_steps().size());
        const auto paths = frame_paths(trace);
        for (int i = 0; i + 1 < count; ++i) {  // the last one may be the result, of which the verdict names no step
            session.steps().show(i);
            const FrameIndex frame = session.state().frame;
            const QString step = QStringLiteral("iteration %1 of %2").arg(i).arg(count - 1);
            QCOMPARE(QString::fromStdString(step_title(trace, frame)), step);
            QVERIFY2(window_->windowTitle().contains(step), qPrintable(window_->windowTitle()));
            QVERIFY(window_->docks().summary->value_of(QStringLiteral("Shown")).startsWith(step));
            QCOMPARE(window_->findChild<Transport*>()->findChild<QLabel*>()->text(),
                     QStringLiteral("%1 / %2").arg(i).arg(count - 1));
            QVERIFY2(frame == trace.result || shown_step(session).words == step, qPrintable(shown_step(session).words));
            QCOMPARE(paths[frame], std::to_string(i));  // as trace and --iteration
            QVERIFY(frame_numbered(trace, std::to_string(i)) == frame);
            const auto& rows = *window_->docks().iterations->findChild<QTreeView*>();
            QCOMPARE(rows.currentIndex().siblingAtColumn(0).data().toString(), QString::number(i));
        }
    }

    void a_run_under_way_is_told_above_the_iterations() {
        open_tuned_sample();
        QVERIFY(!is_told());
        Session& session = window_->session();
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "hill-climb", .settings = {{"work", "1000"}}});
        QVERIFY(is_told());
        QVERIFY(
            remark().text().startsWith(QStringLiteral("hill-climb is running. The rows below are of the open plan")));
        QVERIFY(finished.wait(20'000));
        QVERIFY(!is_told());
    }

    void a_tooltip_of_a_dock_goes_with_the_layout_that_it_tells_of() {
        open_tuned_sample();
        window_->docks().summary.bring_to_front();
        wait_until_idle();
        QWidget* dock = window_->docks().summary;
        QCursor::setPos(dock->mapToGlobal(dock->rect().center()));
        QToolTip::showText(QCursor::pos(), QStringLiteral("offset 0"), dock);
        QTRY_VERIFY(QToolTip::isVisible());
        window_->session().steps().show(0);
        QTRY_VERIFY(!QToolTip::isVisible());
    }

    void buffers_that_a_later_step_places_are_no_finding() {
        open(sample(QStringLiteral("scratch_heap.json")));
        Session& session = window_->session();
        session.tuning().start({.planner = "scratch"});
        QTRY_VERIFY_WITH_TIMEOUT(session.steps().chief_steps().size() == 8, 20'000);
        QVERIFY(!session.steps().is_under_way());
        session.steps().show(0);
        QVERIFY(session.steps().is_under_way());
        QTRY_VERIFY(status().contains(QStringLiteral("no overlaps, 7 come later")));
        session.steps().show(static_cast<int>(session.steps().chief_steps().size()) - 1);
        QVERIFY(!session.steps().is_under_way());
        QTRY_VERIFY(status().contains(QStringLiteral("no overlaps")) && !status().contains(QStringLiteral("later")));
    }

    void while_planning_all_parts_show_the_same_layout() {
        QByteArray content("id,lower,upper,size\n");
        for (int i = 0; i < 400; ++i) {
            const int begin = i * 7 % 97;
            content += QStringLiteral("%1,%2,%3,%4\n")
                           .arg(i)
                           .arg(begin)
                           .arg(begin + 3 + i * 13 % 31)
                           .arg(1000 + i * 7919 % 5000)
                           .toUtf8();
        }
        write(content);
        window_->open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().plan().is_previewing(), 20'000);
        const Session& session = window_->session();
        const QString peak =
            QString::fromStdString(amount_text(arenascope::peak(*session.problem(), session.layout()).value(),
                                               window_->layout_view()->picture().content().unit));
        QCOMPARE(window_->docks().summary->value_of(QStringLiteral("Peak")), peak);
        QVERIFY(status().contains(QStringLiteral("planning")));
        QCOMPARE(window_->findChild<QToolBar*>()->findChild<QPushButton*>()->text(), QStringLiteral("Check"));
        QVERIFY(window_->windowTitle().contains(QStringLiteral("planning")));
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->actions().cancel->trigger();
        QVERIFY(finished.wait(20'000));
        QVERIFY(status().contains(QStringLiteral("no overlaps")));
        QVERIFY(!window_->windowTitle().contains(QStringLiteral("planning")));
    }

private:
    /// Whether the dock of iterations shows the remark, be it in front or behind another tab.
    [[nodiscard]] bool is_told() const { return remark().isVisibleTo(window_->docks().iterations); }
    /// Above the rows of the iterations.
    [[nodiscard]] QLabel& remark() const {
        return *window_->docks().iterations->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly).first();
    }
};

ARENASCOPE_TEST(StatusDisplayTest)
#include "status_display_test.moc"
