#include "widgets/base/filter_keys.h"

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
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
        if (overrides) {
            event->accept();
        } else {
            field_.clear();
            emit left();
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
