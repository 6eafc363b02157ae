#include "app/window/dialogs/about_box.h"

#include <QCoreApplication>
#include <QMessageBox>

#include "core/format/reading.h"
#include "core/format/registry.h"

namespace arenascope {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("AboutBox", text);
}

}  // namespace

void show_about(QWidget& window) {
    QString told =
        words(QT_TRANSLATE_NOOP("AboutBox",
                                "<p><b>Arenascope %1</b></p><p>A visual debugger for tensor memory layouts.</p>"
                                "<p>Free software under the GNU General Public License, version 3 or later.</p>"))
            .arg(QCoreApplication::applicationVersion());
    for (const FileFormat format : missing_formats()) {
        told += words(QT_TRANSLATE_NOOP("AboutBox", "<p>It does not read %1: it was built without %2.</p>"))
                    .arg(QString::fromStdString(std::string(name_of(format))),
                         QString::fromStdString(std::string(format_of(format).needs)));
    }
    QMessageBox::about(&window, words(QT_TRANSLATE_NOOP("AboutBox", "About Arenascope")), told);
}

}  // namespace arenascope
