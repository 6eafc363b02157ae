#include "widgets/style/filter_keys.h"

#include <QKeyEvent>

namespace arenascope {

FilterKeys::FilterKeys(QLineEdit& field, QAbstractItemView& rows) : QObject(&field), field_(field), rows_(rows) {
    field.installEventFilter(this);
}

bool FilterKeys::eventFilter(QObject* watched, QEvent* event) {
    const bool overrides = event->type() == QEvent::ShortcutOverride;
    if (!overrides && event->type() != QEvent::KeyPress) {
        return QObject::eventFilter(watched, event);
    }
    const auto* press = static_cast<QKeyEvent*>(event);
    const int key = press->key();
    // On X11 a field takes these keys for editing, which would leave the window's commands dead.
    if (overrides && press->modifiers() == Qt::ControlModifier && (key == Qt::Key_E || key == Qt::Key_K)) {
        event->ignore();
        return true;
    }
    if (key == Qt::Key_Escape && !field_.text().isEmpty()) {
        if (overrides) {
            event->accept();
        } else {
            field_.clear();
        }
        return true;
    }
    if (key == Qt::Key_Down && !overrides) {
        rows_.setFocus();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace arenascope
