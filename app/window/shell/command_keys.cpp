#include "app/window/shell/command_keys.h"

#include <algorithm>

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>

namespace arenascope {
namespace {

bool belongs_to_editing(const QKeyEvent& press) {
    constexpr QKeySequence::StandardKey editing[] = {QKeySequence::Undo, QKeySequence::Redo,  QKeySequence::Cut,
                                                     QKeySequence::Copy, QKeySequence::Paste, QKeySequence::SelectAll};
    return std::any_of(std::begin(editing), std::end(editing),
                       [&press](QKeySequence::StandardKey key) { return press.matches(key); });
}

/// The text that a widget edits; null: it edits none.
QLineEdit* edited_text(QWidget& widget) {
    auto* field = qobject_cast<QAbstractSpinBox*>(&widget) != nullptr ? widget.findChild<QLineEdit*>()
                                                                      : qobject_cast<QLineEdit*>(&widget);
    return field != nullptr && !field->isReadOnly() ? field : nullptr;
}

/// A key of redo that a field does not know on X11.
bool is_other_redo(const QKeyEvent& press) {
    return press.keyCombination() == QKeyCombination(Qt::CTRL | Qt::Key_Y);
}

/// Asks a widget for its menu, as the menu key does.
void ask_for_menu(QWidget& widget) {
    const QPoint at = widget.inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    QContextMenuEvent request(QContextMenuEvent::Keyboard, at, widget.mapToGlobal(at));
    QCoreApplication::sendEvent(&widget, &request);
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
    const bool is_press = event->type() == QEvent::KeyPress;
    if (!is_press && event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    auto* widget = qobject_cast<QWidget*>(watched);
    const auto& press = *static_cast<const QKeyEvent*>(event);
    if (widget == nullptr || window_of(*widget) != &window_) {
        return false;
    }
    if (QLineEdit* field = is_other_redo(press) ? edited_text(*widget) : nullptr) {
        if (is_press) {
            field->redo();
        }
        event->accept();
        return true;
    }
    if (is_press && press.keyCombination() == QKeyCombination(Qt::SHIFT | Qt::Key_F10)) {
        ask_for_menu(*widget);
        return true;
    }
    if (is_press || !is_letter_with_ctrl(press) || belongs_to_editing(press)) {
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
