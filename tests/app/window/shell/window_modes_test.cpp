#include "app/window/shell/window_modes.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QSettings>
#include <QToolButton>

#include "app/window/shell/mode_switch.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class WindowModesTest : public QObject, private WindowFixture {
    Q_OBJECT

    void press(Qt::Key key) const {
        QTest::keyClick(window_.get(), key, Qt::ControlModifier);
        wait_until_idle();
    }

    /// Qt moves docks behind the tab of another one out of the window.
    [[nodiscard]] bool is_in_sight(const QDockWidget* dock) const {
        return dock->isVisible() && dock->geometry().intersects(window_->rect());
    }

private slots:
    void init() {
        QSettings().clear();
        show_active_window();
        window_->resize(1440, 900);
        wait_until_idle();
        window_->actions().reset_mode->trigger();
    }
    void cleanup() {
        close_window();
        QSettings().clear();
    }

    void keys_choose_a_mode_and_the_switch_shows_it() {
        const auto* modes = window_->findChild<ModeSwitch*>();
        const QList<QToolButton*> buttons = modes->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), qsizetype{4});
        QVERIFY(buttons[0]->isChecked());
        press(Qt::Key_2);
        QVERIFY(buttons[1]->isChecked());
        QVERIFY(!buttons[0]->isChecked());
        press(Qt::Key_3);
        QVERIFY(buttons[2]->isChecked());
        press(Qt::Key_4);
        QVERIFY(buttons[3]->isChecked());
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        wait_until_idle();
        QVERIFY(window_->actions().modes->actions().constFirst()->isChecked());
        QVERIFY(!window_->docks().debugging.dock->isVisible());
    }

    void the_inspector_is_hidden_beside_the_start_page_and_stays_closed_if_it_was() {
        QDockWidget& inspector = *window_->docks().inspector.dock;
        QVERIFY(!inspector.isVisible());
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(inspector.isVisible());
        inspector.close();
        window_->actions().close->trigger();
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(!inspector.isVisible());
        window_->close();
        show_window();
        QVERIFY(!window_->docks().inspector.dock->isVisible());
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(!window_->docks().inspector.dock->isVisible());
        window_->actions().close->trigger();
        window_->close();
        show_window();
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(!window_->docks().inspector.dock->isVisible());
    }

    void each_mode_shows_what_it_is_for() {
        const WindowDocks& docks = window_->docks();
        open_tuned_sample();
        QVERIFY(docks.network.dock->isHidden());
        QVERIFY(docks.debugging.dock->isHidden());
        press(Qt::Key_2);
        QTRY_VERIFY(is_in_sight(docks.debugging.dock));
        QVERIFY(is_in_sight(docks.places.dock));
        QVERIFY(is_in_sight(docks.history.dock));
        QVERIFY(is_in_sight(docks.iterations.dock));
        press(Qt::Key_4);
        QTRY_VERIFY(is_in_sight(docks.network.dock));
        QVERIFY(is_in_sight(docks.operators.dock));
        QVERIFY(is_in_sight(docks.inspector.dock));
        QVERIFY(docks.debugging.dock->isHidden());
        QVERIFY(window_->layout_view()->width() > 400);
    }

    void a_mode_keeps_plan_selection_cursor_and_step() {
        open_tuned_sample();
        window_->session().selection().select({BufferIndex(3)});
        window_->session().selection().set_cursor(Step(5));
        const FrameIndex frame = window_->session().steps().chief_steps().front();
        window_->session().plan().show_frame(frame);
        press(Qt::Key_2);
        press(Qt::Key_4);
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(3)});
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(5)));
        QCOMPARE(window_->session().state().frame, frame);
    }

    void each_mode_remembers_its_docks_and_a_reset_brings_only_its_own_back() {
        const WindowDocks& docks = window_->docks();
        docks.inspector.dock->close();
        press(Qt::Key_2);
        docks.history.dock->close();
        press(Qt::Key_1);
        QVERIFY(docks.inspector.dock->isHidden());
        press(Qt::Key_2);
        QVERIFY(docks.history.dock->isHidden());
        window_->actions().reset_mode->trigger();
        QVERIFY(!docks.history.dock->isHidden());
        press(Qt::Key_1);
        QVERIFY(docks.inspector.dock->isHidden());
    }

    void the_next_start_shows_the_same_mode_as_it_was_left() {
        press(Qt::Key_2);
        window_->docks().history.dock->close();
        window_->close();
        show_active_window();
        QVERIFY(window_->actions().modes->actions().at(1)->isChecked());
        QVERIFY(window_->docks().history.dock->isHidden());
        QVERIFY(window_->docks().debugging.dock->isVisible());
    }

    void docks_that_the_plan_has_nothing_for_stay_away_in_every_mode() {
        const WindowDocks& docks = window_->docks();
        open(sample(QStringLiteral("inception_eight_cores.json")));
        QVERIFY(!docks.cores.dock->isHidden());
        press(Qt::Key_2);
        QVERIFY(!docks.cores.dock->isHidden());
        open(plan_with_one_memory());
        QVERIFY(docks.cores.dock->isHidden());
        press(Qt::Key_1);
        QVERIFY(docks.cores.dock->isHidden());
        open(sample(QStringLiteral("inception_eight_cores.json")));
        QVERIFY(!docks.cores.dock->isHidden());
        press(Qt::Key_2);
        QVERIFY(!docks.cores.dock->isHidden());
    }

    void a_plan_that_offers_a_dock_shows_it_in_a_mode_that_was_left_without_it() {
        const WindowDocks& docks = window_->docks();
        press(Qt::Key_2);
        press(Qt::Key_1);
        open(sample(QStringLiteral("inception_eight_cores.json")));
        press(Qt::Key_2);
        QVERIFY(!docks.cores.dock->isHidden());
    }

    void the_focus_leaves_a_dock_that_the_mode_closes() {
        open_tuned_sample();
        window_->docks().summary.bring_to_front();
        wait_until_idle();
        QVERIFY(window_->docks().summary.dock->isVisible());
        auto* inside = window_->docks().summary.dock->findChild<QWidget*>();
        inside->setFocusPolicy(Qt::StrongFocus);
        inside->setFocus();
        press(Qt::Key_4);
        QTRY_VERIFY(window_->focusWidget() != nullptr && window_->focusWidget()->isVisible());
    }

    void no_mode_changes_while_only_the_picture_is_shown() {
        open_tuned_sample();
        window_->actions().picture_only->trigger();
        QVERIFY(!window_->actions().modes->isEnabled());
        window_->actions().picture_only->trigger();
        QVERIFY(window_->actions().modes->isEnabled());
    }

private:
    [[nodiscard]] QString plan_with_one_memory() const {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\n");
        return plan_;
    }
};

ARENASCOPE_TEST(WindowModesTest)
#include "window_modes_test.moc"
