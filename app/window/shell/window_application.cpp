#include "app/window/shell/window_application.h"

#include <QWidget>

#include "app/window/shell/main_window.h"
#include "core/base/error/out_of_memory.h"

namespace arenascope {
namespace {

/// The main window that contains an object, or null.
MainWindow* window_around(const QObject* object) {
    for (; object != nullptr; object = object->parent()) {
        if (auto* window = qobject_cast<MainWindow*>(const_cast<QObject*>(object))) {
            return window;
        }
    }
    return nullptr;
}

MainWindow* any_window() {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (auto* window = qobject_cast<MainWindow*>(widget)) {
            return window;
        }
    }
    return nullptr;
}

}  // namespace

bool WindowApplication::notify(QObject* receiver, QEvent* event) {
    return deliver_within_memory(receiver, [&] { return QApplication::notify(receiver, event); });
}

void report_out_of_memory(const QObject* receiver) {
    MainWindow* window = window_around(receiver);
    window = window != nullptr ? window : any_window();
    if (window != nullptr) {
        window->report(
            out_of_memory(WindowApplication::tr("for this").toStdString(),
                          WindowApplication::tr("close other programs, or open a smaller file").toStdString()));
    }
}

}  // namespace arenascope
