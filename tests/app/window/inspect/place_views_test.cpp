#include "app/window/inspect/place_views.h"

#include <QDockWidget>

#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/place_table/place_table.h"

using namespace arenascope;
using namespace arenascope::test;

class PlaceViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        show_window();
        // a and c leave a hole of 10 bytes below b; d is as large as the hole.
        write("id,lower,upper,size\na,0,4,40\nb,2,8,20\nc,4,8,30\nd,0,4,10\n");
    }
    void cleanup() { close_window(); }

    void the_selected_buffer_is_explained_by_the_rule_of_its_planner() {
        tune("greedy-in-order-of-birth");
        window_->docks().places.bring_to_front();
        select(1);
        QTRY_VERIFY(places().words().contains(QStringLiteral("the lowest place")));
        QVERIFY(window_->layout_view()->picture().content().places.has_value());
        window_->session().selection().select({});
        QVERIFY(!window_->layout_view()->picture().content().places);
        QVERIFY(places().words().contains(QStringLiteral("Select a buffer")));
    }

    void out_of_sight_nothing_is_computed() {
        tune("greedy-in-order-of-birth");
        window_->docks().inspector.bring_to_front();
        wait_until_idle();
        select(1);
        QVERIFY(!window_->layout_view()->picture().content().places);
    }

    void a_place_that_is_tried_is_a_change_by_hand_that_can_be_undone() {
        tune("greedy-in-order-of-birth");
        window_->docks().places.bring_to_front();
        select(0);
        QTRY_VERIFY(window_->layout_view()->picture().content().places.has_value());
        const Layout before = window_->session().layout();
        const Offset offset = before.placements[BufferIndex(0)]->offset + Bytes(100);
        emit places().place_chosen(offset);
        QVERIFY(places().trial_words().contains(QStringLiteral("100 B higher")));
        emit places().try_requested(offset);
        QCOMPARE(window_->session().layout().placements[BufferIndex(0)]->offset, offset);
        QVERIFY(!window_->session().state().edits.empty());
        window_->session().undo_stack()->undo();
        QCOMPARE(window_->session().layout(), before);
    }

    void after_an_edit_it_tells_the_rule_by_which_the_planner_had_placed_it() {
        tune("greedy-in-order-of-birth");
        window_->docks().places.bring_to_front();
        move_to(0, 1000);
        select(0);
        QTRY_VERIFY(places().words().startsWith(QStringLiteral("It was moved by hand.")));
        // b lay on a, which is away now, so that its rule would give another place.
        select(1);
        QTRY_VERIFY2(places().words().startsWith(QStringLiteral(
                         "greedy-in-order-of-birth placed it by its rule, the lowest place that holds it. Since then "
                         "the plan was edited by hand.")),
                     qPrintable(places().words()));
    }

    void while_a_run_is_paused_it_tells_the_rule_of_that_run() {
        tune("greedy-in-order-of-birth");
        move_to(1, 1000);
        window_->docks().places.bring_to_front();
        window_->session().debugging().set_breakpoints({{.condition = "iteration == 0"}});
        QSignalSpy paused(window_->session().tuning().run(), &PlanRun::paused);
        window_->session().tuning().start({.planner = "peak-suppression", .record = true});
        QTRY_COMPARE_WITH_TIMEOUT(paused.size(), 1, 20'000);
        select(1);
        QTRY_VERIFY2(places().words().contains(QStringLiteral("The rule takes the lowest place that holds its 20 B")),
                     qPrintable(places().words()));
        window_->session().debugging().set_breakpoints({});
        window_->session().tuning().run()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
    }

    void without_the_order_no_rule_is_claimed_or_denied() {
        window_->session().tuning().run()->set_recording(false);
        tune("greedy-in-order-of-birth");
        window_->docks().places.bring_to_front();
        select(1);
        QTRY_VERIFY2(places().words().startsWith(QStringLiteral(
                         "The order in which greedy-in-order-of-birth placed the buffers is not known.")),
                     qPrintable(places().words()));
    }

private:
    void move_to(std::size_t buffer, std::int64_t offset) {
        window_->session().plan().move_buffers({{BufferIndex(buffer), {Offset(offset), RegionIndex(0)}}},
                                               BufferIndex(buffer));
    }
    [[nodiscard]] PlaceTable& places() const { return *window_->docks().places; }
    void select(std::size_t buffer) { window_->session().selection().select({BufferIndex(buffer)}); }
    void tune(const char* planner) {
        open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->session().tuning().start({.planner = planner, .record = true});
        QVERIFY(finished.wait(20'000));
    }
};

ARENASCOPE_TEST(PlaceViewsTest)

#include "place_views_test.moc"
