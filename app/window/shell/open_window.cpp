#include "app/window/shell/open_window.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <QApplication>
#include <QFileInfo>
#include <QIcon>

#include "app/session/exit_status.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/returned_memory.h"
#include "app/window/shell/window_application.h"
#include "app/window/shell/window_requests.h"
#include "qt/words/visible_text.h"
#include "widgets/base/outlined_style.h"

namespace arenascope {
namespace {

/// Qt aborts if there is no display. Only X11 and Wayland can lack one.
bool has_display() {
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

/// Collects the messages of Qt while it opens the display, for the error message.
QString& display_trouble() {
    static QString text;
    return text;
}

/// Qt aborts the program if the display cannot be reached. This function exits before, with a message and the exit
/// status for wrong input.
void note_display_trouble(QtMsgType type, const QMessageLogContext& /*context*/, const QString& text) {
    if (type == QtWarningMsg) {
        display_trouble() += (display_trouble().isEmpty() ? QString() : QStringLiteral("; ")) + text.simplified();
    } else if (type == QtFatalMsg) {
        std::fprintf(
            stderr,
            "the window cannot be opened: %s; set DISPLAY or WAYLAND_DISPLAY to a display that can be reached, "
            "or use a sub-command (arenascope --help lists them)\n",
            qPrintable(visible_text(display_trouble().isEmpty() ? text.simplified() : display_trouble())));
        std::_Exit(static_cast<int>(ExitStatus::unusable));
    }
}

/// Relative to the folder in which this program was started.
QStringList absolute_paths(const std::vector<std::string>& files) {
    QStringList paths;
    for (const std::string& file : files) {
        paths << QFileInfo(QString::fromStdString(file)).absoluteFilePath();
    }
    return paths;
}

/// Opens each in a window of its own; a window without a plan is used first.
void open_in_windows(const QStringList& files) {
    QList<MainWindow*> empty;
    MainWindow* shown = nullptr;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (auto* window = qobject_cast<MainWindow*>(widget)) {
            shown = window;
            if (!window->session().has_plan()) {
                empty << window;
            }
        }
    }
    for (const QString& file : files) {
        shown = empty.isEmpty() ? &MainWindow::show_new() : empty.takeFirst();
        shown->open(file);
    }
    if (shown != nullptr) {
        shown->setWindowState(shown->windowState() & ~Qt::WindowMinimized);
        shown->raise();
        shown->activateWindow();
    }
}

}  // namespace

int open_window(int& argc, char** argv, const std::vector<std::string>& files, bool reuse) {
    if (!has_display()) {
        std::fputs("there is no display for the window; use a sub-command (arenascope --help lists them)\n", stderr);
        return static_cast<int>(ExitStatus::unusable);
    }
    // Standard input is that of this program.
    const bool reads_input = std::ranges::find(files, "-") != files.end();
    if (reuse && !reads_input && hand_over(window_address(), absolute_paths(files))) {
        return static_cast<int>(ExitStatus::fine);
    }
    return_freed_memory();
    const QtMessageHandler usual = qInstallMessageHandler(note_display_trouble);
    const WindowApplication application(argc, argv);
    qInstallMessageHandler(usual);
    QCoreApplication::setOrganizationName(QStringLiteral("Arenascope"));
    QCoreApplication::setApplicationName(QStringLiteral("Arenascope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ARENASCOPE_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral(ARENASCOPE_ID));
    QGuiApplication::setWindowIcon(
        QIcon::fromTheme(QStringLiteral(ARENASCOPE_ID), QIcon(QStringLiteral(":/icons/arenascope.svg"))));
    // Read the system's theme before our palette replaces it. The style Fusion uses a palette completely.
    QApplication::setStyle(new OutlinedStyle);
    WindowRequests requests;
    QObject::connect(&requests, &WindowRequests::files_wanted, &requests, open_in_windows);
    (void)requests.listen(window_address());  // otherwise an earlier start takes them
    const std::size_t windows = std::max<std::size_t>(1, files.size());
    for (std::size_t i = 0; i < windows; ++i) {
        MainWindow& window = MainWindow::show_new();
        if (i < files.size()) {
            window.open(QString::fromStdString(files[i]));
        }
        if (i == 0) {
            window.offer_last_session(files.empty());
        }
    }
    return QApplication::exec();
}

}  // namespace arenascope
