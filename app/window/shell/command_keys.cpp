#include "app/window/shell/command_keys.h"

#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>

namespace arenascope {
namespace {

bool belongs_to_editing(const QKeyEvent& press) {
    constexpr QKeySequence::StandardKey editing[] = {QKeySequence::Undo, QKeySequence::Redo,  QKeySequence::Cut,
                                                     QKeySequence::Copy, QKeySequence::Paste, QKeySequence::SelectAll};
    return std::any_of(std::begin(editing), std::end(editing),
                       [&press](QKeySequence::StandardKey key) { return press.matches(key); });
}

bool is_letter_with_ctrl(const QKeyEvent& press) {
    return press.modifiers().testFlag(Qt::ControlModifier) && press.key() >= Qt::Key_A && press.key() <= Qt::Key_Z;
}

/// The window whose shortcuts work for a widget: a floating dock uses those of its main window.
const QWidget* window_of(const QWidget& widget) {
    const QWidget* top = widget.window();
    const bool is_dock = qobject_cast<const QDockWidget*>(top) != nullptr && top->parentWidget() != nullptr;
    return is_dock ? top->parentWidget()->window() : top;
}

}  // namespace

CommandKeys::CommandKeys(QMainWindow& window) : QObject(&window), window_(window) {
    QCoreApplication::instance()->installEventFilter(this);
}

bool CommandKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const auto* widget = qobject_cast<const QWidget*>(watched);
    const auto& press = *static_cast<const QKeyEvent*>(event);
    if (widget == nullptr || !is_letter_with_ctrl(press) || belongs_to_editing(press) ||
        window_of(*widget) != &window_) {
        return false;
    }
    const QKeySequence key(press.keyCombination());
    const QList<QAction*> actions = window_.actions();
    const bool is_command = std::any_of(actions.begin(), actions.end(), [&key](const QAction* action) {
        return action->isEnabled() && action->shortcuts().contains(key);
    });
    if (is_command) {
        event->ignore();
    }
    return is_command;
}

}  // namespace arenascope
