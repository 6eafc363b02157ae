#include "app/window/sample_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace arenascope {

QString sample_file() {
    const QString name = QStringLiteral("mobile_vision.json");
    const QDir program(QCoreApplication::applicationDirPath());
    for (const QString& folder :
         {program.filePath(QStringLiteral("../share/arenascope/samples")), QStringLiteral(ARENASCOPE_SAMPLES)}) {
        if (const QFileInfo file(QDir(folder).filePath(name)); file.exists()) {
            return file.canonicalFilePath();
        }
    }
    return {};
}

}  // namespace arenascope
