#include "tests/window_bench/measured_actions.h"

#include <functional>

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include "app/session/capacity_change.h"
#include "app/window/shell/main_window.h"
#include "core/analysis/explain/core_use.h"
#include "qt/tasks/work_pool.h"
#include "widgets/panels/inspector/buffer_form.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/progress_panel/progress_panel.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"

namespace arenascope::bench {
namespace {

constexpr double action_patience = 600;  ///< seconds for one action

class MeasuredActions {
public:
    MeasuredActions(TimedApplication& application, const PrintFigure& print)
        : application_(application), print_(print), session_(window_.session()), actions_(window_.actions()) {
        window_.resize(1600, 1000);
        window_.show();
        static_cast<void>(QTest::qWaitForWindowExposed(&window_));
    }

    void open(const std::string& path) {
        application_.time([&] { window_.open(QString::fromStdString(path)); },
                          [&] { return session_.has_plan() && session_.shown()->report() != nullptr && is_idle(); },
                          action_patience);
    }

    void measure_selections() {
        LayoutView* view = window_.layout_view();
        const QPoint middle = view->rect().center() - QPoint(0, view->height() / 5);
        trigger("free areas at the time cursor", actions_.free_areas);
        act("free areas: pointer elsewhere", [&] { hover(middle); });
        act("free areas: time cursor elsewhere", [&] { move_cursor(2); });
        trigger("free areas hidden", actions_.free_areas);
        view->setFocus();
        act("Shift+Right: range of steps", [&] { QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier); });
        trigger("zoom to range", actions_.zoom_to_range);
        trigger("select in range", actions_.select_in_range);
        trigger("go to peak", actions_.go_to_peak);
        trigger("fit", actions_.fit);
        act("select one", [&] { session_.selection().select({middle_buffer()}); });
        trigger("select living with", actions_.select_living_with);
        auto* rows = window_.docks().buffers->findChild<QTableView*>();
        rows->setFocus();
        act("Ctrl+A in the table", [&] { QTest::keyClick(rows, Qt::Key_A, Qt::ControlModifier); });
        act("all selected by the session", [&] { session_.selection().select(all_buffers()); });
        trigger("all selected: zoom to selection", actions_.zoom_to_selection);
        trigger("all selected: copy names", actions_.copy_name);
        trigger("all selected: copy offsets", actions_.copy_offset);
        trigger("all selected: show in table", actions_.show_in_table);
        act("all selected: pan", [&] { QTest::keyClick(view, Qt::Key_Right); });
        act("all selected: time cursor", [&] { move_cursor(3); });
        act("all selected: filter letter",
            [&] { QTest::keyClick(window_.docks().buffers->findChild<QLineEdit*>(), Qt::Key_7); });
        act("all selected: filter cleared", [&] { window_.docks().buffers->findChild<QLineEdit*>()->clear(); });
        trigger("all selected: nudge up", actions_.nudge_up);
        act("all selected: undo", [&] { session_.undo_stack()->undo(); });
        trigger("all selected: pin", actions_.pin);
        act("all selected: undo", [&] { session_.undo_stack()->undo(); });
        change("all selected: alignment", {.alignment = Bytes(2)});
        act("all selected: undo", [&] { session_.undo_stack()->undo(); });
        trigger("selection cleared", actions_.clear);
        act("find next", [&] { trigger_now(actions_.find_next); });
        act("find previous", [&] { trigger_now(actions_.find_previous); });
        trigger("command palette", actions_.command_palette);
        act("command palette: letter", [&] { QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("7")); });
        act("command palette: closed", [&] { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); });
    }

    void measure_edits() {
        session_.selection().select({middle_buffer()});
        settle();
        change("edit: size", {.size = Bytes(8)});
        change("edit: kind", {.kind = BufferKind::output});
        trigger("edit: pin", actions_.pin);
        trigger("edit: nudge", actions_.nudge_up);
        trigger("edit: duplicate", actions_.duplicate);
        session_.selection().select({middle_buffer()});
        const Lifetime lifetime = session_.problem()->buffers[middle_buffer()].lifetime;
        if (lifetime.begin + Duration(1) < lifetime.end) {
            session_.selection().set_cursor(lifetime.begin + Duration(1));
            settle();
            trigger("edit: split", actions_.split);
        }
        session_.selection().select({middle_buffer()});
        settle();
        trigger("edit: drop", actions_.drop_buffers);
        act("edit: capacity", [&] { change_capacity(session_.plan(), RegionIndex(0), Bytes(1'000'000)); });
        act("edit: note", [&] {
            session_.plan().annotate({PinnedNote{"here", middle_buffer()}}, {}, QStringLiteral("Note"));
        });
        while (session_.undo_stack()->canUndo()) {
            const QString text = session_.undo_stack()->undoText();
            act("undo: " + text.toStdString(), [&] { session_.undo_stack()->undo(); });
        }
        act("redo", [&] { session_.undo_stack()->redo(); });
        act("undo", [&] { session_.undo_stack()->undo(); });
        trigger("derive usage graph", actions_.derive_usage_graph);
        act("undo", [&] { session_.undo_stack()->undo(); });
    }

    void measure_docks() {
        session_.selection().select({middle_buffer()});
        settle();
        for (QDockWidget* dock : window_.docks().all()) {
            if (dock->toggleViewAction()->isVisible() && dock->toggleViewAction()->isEnabled()) {
                const std::string name = dock->windowTitle().toStdString();
                act("dock " + name, [dock] {
                    dock->show();
                    dock->raise();
                });
                for (auto* choice : dock->findChildren<QComboBox*>()) {
                    const std::string what = choice->accessibleName().toStdString();
                    for (int i = 0; choice->isVisible() && i < choice->count(); ++i) {
                        act("dock " + name + ", " + what + ": " + choice->itemText(i).toStdString(),
                            [choice, i] { choice->setCurrentIndex(i); });
                    }
                }
                act("dock " + name + ": other selection", [&] { session_.selection().select({BufferIndex(1)}); });
                act("dock " + name + ": other cursor", [&] { move_cursor(2); });
                session_.selection().select({middle_buffer()});
                settle();
                act("dock " + name + ": closed", [dock] { dock->hide(); });
            }
        }
        for (QAction* mode : actions_.modes->actions()) {
            trigger("mode " + mode->text().toStdString(), mode);
        }
        trigger("mode " + actions_.modes->actions().front()->text().toStdString(), actions_.modes->actions().front());
        for (QActionGroup* group : {actions_.colors, actions_.units, actions_.themes}) {
            for (QAction* each : group->actions()) {
                if (each->isEnabled()) {
                    trigger("look: " + each->text().toStdString(), each);
                }
            }
        }
        trigger("next overlap", actions_.next_overlap);
        trigger("check", actions_.check);
        trigger("why the peak is here", actions_.why_peak);
    }

    void measure_comparison() {
        trigger("improve", actions_.improve);
        trigger("keep to compare", actions_.keep_to_compare);
        session_.selection().select({middle_buffer()});
        settle();
        trigger("compare: nudge", actions_.nudge_up);
        for (QDockWidget* dock : {window_.docks().changes.dock, window_.docks().totals.dock}) {
            act("compare: dock " + dock->windowTitle().toStdString(), [dock] {
                dock->show();
                dock->raise();
            });
            for (auto* choice : dock->findChildren<QComboBox*>()) {
                for (int i = 0; i < choice->count(); ++i) {
                    act("compare: by " + choice->itemText(i).toStdString(), [&] { choice->setCurrentIndex(i); });
                }
            }
        }
        act("compare: other selection", [&] { session_.selection().select({BufferIndex(1)}); });
        act("compare: all selected", [&] { session_.selection().select(all_buffers()); });
        act("compare: selection cleared", [&] { session_.selection().select({}); });
        trigger("compare: adopt", actions_.adopt_other);
        trigger("compare: ended", actions_.end_comparison);
        act("compare: undo", [&] { session_.undo_stack()->undo(); });
    }

    void measure_cancels(const MeasuredFiles& files) {
        trigger("tune started", actions_.tune);
        for (const int after : {50, 500, 2000}) {
            if (!session_.tuning().run()->is_running()) {
                actions_.tune->trigger();
            }
            wait(after);
            cancel(
                "cancel planning after " + std::to_string(after) + " ms", [&] { actions_.cancel->trigger(); },
                [&] { return !session_.tuning().run()->is_running(); });
        }
        actions_.copy_picture->trigger();
        // It is quiet at first.
        application_.time([] {}, [&] { return cancel_button() != nullptr; }, action_patience);
        cancel(
            "cancel the picture", [&] { click_message(); }, [&] { return says_cancelled(); });
        window_.open(QString::fromStdString(files.unplaced));
        wait(20);
        cancel(
            "cancel reading", [&] { click_message(); }, [&] { return says_cancelled(); });
        act("plan closed", [&] {
            session_.undo_stack()->setClean();
            session_.plan().close();
        });
    }

private:
    [[nodiscard]] bool is_idle() {
        return work_pool().activeThreadCount() == 0 && !session_.plan().preparation().is_running();
    }
    [[nodiscard]] BufferIndex middle_buffer() const { return BufferIndex(session_.problem()->buffers.size() / 2); }
    [[nodiscard]] std::vector<BufferIndex> all_buffers() const {
        std::vector<BufferIndex> all;
        for (std::size_t i = 0; i < session_.problem()->buffers.size(); ++i) {
            all.emplace_back(i);
        }
        return all;
    }

    void settle() {
        application_.time([] {}, [this] { return is_idle(); }, action_patience);
    }
    void act(const std::string& what, const std::function<void()>& action) {
        const WindowTime time = application_.time(
            action, [this] { return is_idle(); }, action_patience);
        print_(what, time.longest);
    }
    static void trigger_now(QAction* action) { action->trigger(); }
    void trigger(const std::string& what, QAction* action) {
        if (action->isEnabled()) {
            act(what, [action] { action->trigger(); });
        }
    }
    void change(const std::string& what, const BufferChange& change) {
        act(what, [&] { emit window_.docks().inspector->form().change_requested(change); });
    }
    void move_cursor(int parts) {
        session_.selection().set_cursor(Step(session_.shown()->profiles->all().steps.back().value() / parts));
    }
    void hover(QPoint at) {
        LayoutView* view = window_.layout_view();
        QMouseEvent move(QEvent::MouseMove, at, view->mapToGlobal(QPointF(at)), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view, &move);
    }
    void wait(int milliseconds) {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < milliseconds) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        }
    }
    /// Null: the message does not offer it.
    [[nodiscard]] QPushButton* cancel_button() const {
        const auto buttons = window_.message_bar()->findChildren<QPushButton*>();
        const auto found = std::ranges::find_if(buttons, [this](const QPushButton* button) {
            return button->isVisibleTo(window_.message_bar()) && button->text() == QStringLiteral("Cancel");
        });
        return found == buttons.end() || !window_.message_bar()->isVisible() ? nullptr : *found;
    }
    void click_message() {
        if (QPushButton* button = cancel_button()) {
            button->click();
        }
    }
    [[nodiscard]] bool says_cancelled() const {
        return window_.message_bar()->text().contains(QStringLiteral("cancelled"));
    }
    /// From the click until the window says so.
    void cancel(const std::string& what, const std::function<void()>& click, const std::function<bool()>& is_done) {
        const WindowTime time = application_.time(click, is_done, 60);
        print_(what, time.result);
        print_(what + ": blocked", time.longest);
        settle();
    }

    TimedApplication& application_;
    const PrintFigure& print_;
    MainWindow window_;
    Session& session_;
    const WindowActions& actions_;
};

}  // namespace

void measure_actions(TimedApplication& application, const MeasuredFiles& files, const PrintFigure& print) {
    MeasuredActions window(application, print);
    window.open(files.placed);
    window.measure_selections();
    window.measure_edits();
    window.measure_docks();
    window.measure_comparison();
}

void measure_cancels(TimedApplication& application, const MeasuredFiles& files, const PrintFigure& print) {
    MeasuredActions window(application, print);
    window.open(files.placed);
    window.measure_cancels(files);
}

}  // namespace arenascope::bench
