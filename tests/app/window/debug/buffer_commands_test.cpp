#include "app/window/debug/buffer_commands.h"

#include <QDockWidget>
#include <QMenu>

#include "app/window/frame/debug_panel.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/layout_view/pointer_target.h"

using namespace arenascope;
using namespace arenascope::test;

class BufferCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() {
        window_->session().debugging().set_breakpoints({});
        close_window();
    }

    void the_menu_of_a_buffer_has_them() {
        open_tuned_sample();
        PointerTarget target;
        target.buffer = BufferIndex(3);
        emit window_->layout_view()->menu_requested(QPoint(10, 10), target);
        const auto* menu = window_->layout_view()->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        for (const QAction* action : commands()) {
            QVERIFY2(menu->actions().contains(action), qPrintable(action->text()));
        }
    }

    void they_need_a_single_buffer_and_say_so() {
        open_tuned_sample();
        window_->session().selection().select({BufferIndex(0), BufferIndex(1)});
        for (const QAction* action : commands()) {
            QVERIFY(!action->isEnabled());
            QVERIFY2(action->toolTip().contains(QStringLiteral("Select a single buffer")),
                     qPrintable(action->toolTip()));
        }
        window_->session().selection().select({BufferIndex(0)});
        for (const QAction* action : commands()) {
            QVERIFY(action->isEnabled());
        }
    }

    void a_breakpoint_is_added_once_and_its_hits_are_shown() {
        open_tuned_sample();
        Debugging& debugging = window_->session().debugging();
        window_->session().selection().select({BufferIndex(3)});
        window_->actions().break_when_moved->trigger();
        QCOMPARE(debugging.breakpoints().size(), std::size_t{1});
        QTRY_VERIFY_WITH_TIMEOUT(debugging.findings() != nullptr, 20'000);
        QVERIFY(!debugging.findings()->breakpoints.front().error);
        QCOMPARE(window_->docks().debugging->title_of(DebugPanel::breakpoint_tab), QStringLiteral("Breakpoints 1"));
        std::vector<Breakpoint> disabled = debugging.breakpoints();
        disabled.front().is_enabled = false;
        debugging.set_breakpoints(disabled);
        window_->actions().break_when_moved->trigger();
        QCOMPARE(debugging.breakpoints().size(), std::size_t{1});
        QVERIFY(debugging.breakpoints().front().is_enabled);
        window_->actions().break_when_high->trigger();
        window_->actions().break_when_carrying->trigger();
        QCOMPARE(debugging.breakpoints().size(), std::size_t{3});
        QTRY_VERIFY_WITH_TIMEOUT(debugging.findings() != nullptr, 20'000);
        for (const BreakpointFindings& found : debugging.findings()->breakpoints) {
            QVERIFY(!found.error);
        }
    }

    void who_lies_below_is_selected_and_counted() {
        write("id,lower,upper,size,offset\na,0,4,10,0\nb,2,6,10,10\nc,2,4,10,20\nd,5,8,10,0\n");
        open(plan_);
        window_->session().selection().select({BufferIndex(2)});
        window_->actions().select_below->trigger();
        QTRY_COMPARE(window_->session().selection().buffers(), (std::vector{BufferIndex(0), BufferIndex(1)}));
        QCOMPARE(window_->message_bar()->text(), QStringLiteral("2 buffers lie below c."));
        window_->session().selection().select({BufferIndex(0)});
        window_->actions().select_below->trigger();
        QTRY_COMPARE(window_->message_bar()->text(), QStringLiteral("Nothing lies below a."));
        QCOMPARE(window_->session().selection().buffers(), std::vector{BufferIndex(0)});
    }

    void the_history_of_the_buffer_comes_to_the_front() {
        open_tuned_sample();
        window_->session().selection().select({BufferIndex(3)});
        window_->actions().show_history->trigger();
        QTRY_VERIFY(!window_->docks().history.dock->widget()->visibleRegion().isEmpty());
    }

private:
    [[nodiscard]] QList<QAction*> commands() const {
        const WindowActions& actions = window_->actions();
        return {actions.show_history, actions.break_when_high, actions.break_when_moved, actions.break_when_carrying,
                actions.select_below};
    }
};

ARENASCOPE_TEST(BufferCommandsTest)
#include "buffer_commands_test.moc"
