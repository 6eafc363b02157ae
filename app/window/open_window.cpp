#include "app/window/open_window.h"

#include <QApplication>
#include <QIcon>
#include <QStyleFactory>

#include "app/window/main_window.h"

namespace arenascope {

int open_window(int& argc, char** argv, const std::vector<std::string>& files) {
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Arenascope"));
    QCoreApplication::setApplicationName(QStringLiteral("Arenascope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ARENASCOPE_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral(ARENASCOPE_ID));
    QGuiApplication::setWindowIcon(
        QIcon::fromTheme(QStringLiteral(ARENASCOPE_ID), QIcon(QStringLiteral(":/icons/arenascope.svg"))));
    // The system's theme is read before our own palette replaces it; Fusion is the style that follows palettes whole.
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const std::size_t windows = std::max<std::size_t>(1, files.size());
    for (std::size_t i = 0; i < windows; ++i) {
        auto* window = new MainWindow;
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->show();
        if (i < files.size()) {
            window->open(QString::fromStdString(files[i]));
        }
    }
    return QApplication::exec();
}

}  // namespace arenascope
