#include "app/window/shell/window_menu.h"

#include <algorithm>

#include <QApplication>
#include <QPointer>

#include "qt/words/visible_text.h"

namespace arenascope {
namespace {

/// The title as the desktop shows it: with a star if the plan has unsaved changes.
QString shown_title(const QMainWindow& window) {
    const QString bracket = QStringLiteral("[*]");
    const QString kept(QChar(0));  // stands for "[*][*]", which means the letters "[*]"
    return window.windowTitle()
        .replace(bracket + bracket, kept)
        .replace(bracket, window.isWindowModified() ? QStringLiteral("*") : QString())
        .replace(kept, bracket);
}

}  // namespace

WindowMenu::WindowMenu(QMenu& menu, const QMainWindow& own) : QObject(&menu), menu_(menu), own_(own) {
    connect(&menu_, &QMenu::aboutToShow, this, &WindowMenu::list_windows);
    list_windows();
}

void WindowMenu::list_windows() {
    QList<QMainWindow*> windows;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (auto* window = qobject_cast<QMainWindow*>(widget); window != nullptr && !window->isHidden()) {
            windows << window;
        }
    }
    std::sort(windows.begin(), windows.end(), [](const QMainWindow* a, const QMainWindow* b) {
        return QString::localeAwareCompare(a->windowTitle(), b->windowTitle()) < 0;
    });
    menu_.clear();
    for (QMainWindow* window : windows) {
        QAction* entry = menu_.addAction(in_a_menu(shown_title(*window)));
        entry->setCheckable(true);
        entry->setChecked(window == &own_);
        connect(entry, &QAction::triggered, window, [window] {
            window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
            window->raise();
            window->activateWindow();
        });
    }
}

}  // namespace arenascope
