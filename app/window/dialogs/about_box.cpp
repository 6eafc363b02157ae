#include "app/window/dialogs/about_box.h"

#include <QCoreApplication>
#include <QMessageBox>

#include "core/format/reading.h"
#include "core/format/registry.h"

namespace arenascope {
namespace {

struct AboutBox {
    Q_DECLARE_TR_FUNCTIONS(AboutBox)
};

}  // namespace

void show_about(QWidget& window) {
    QString told = AboutBox::tr(
                       "<p><b>Arenascope %1</b></p><p>A visual debugger for tensor memory layouts.</p>"
                       "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                       .arg(QCoreApplication::applicationVersion());
    for (const FileFormat format : missing_formats()) {
        told += AboutBox::tr("<p>It does not read %1: it was built without %2.</p>")
                    .arg(QString::fromStdString(std::string(name_of(format))),
                         QString::fromStdString(std::string(format_of(format).needs)));
    }
    QMessageBox::about(&window, AboutBox::tr("About Arenascope"), told);
}

}  // namespace arenascope
