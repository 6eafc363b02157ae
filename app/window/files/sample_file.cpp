#include "app/window/files/sample_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "core/base/file/atomic_file.h"

namespace arenascope {
namespace {

/// Writes the sample that is part of the program to the user's cache, where it can be opened as any other file.
QString unpacked_sample(const QString& name) {
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/samples"));
    QFile packed(QStringLiteral(":/samples/") + name);
    const QString path = folder.filePath(name);
    const bool is_written = packed.open(QIODevice::ReadOnly) && folder.mkpath(QStringLiteral(".")) &&
                            write_atomically(path.toStdString(), packed.readAll().toStdString());
    return is_written ? path : QString();
}

}  // namespace

QString sample_file_in(const QStringList& folders, const QString& name) {
    for (const QString& folder : folders) {
        if (const QFileInfo file(QDir(folder).filePath(name)); file.exists()) {
            return file.canonicalFilePath();
        }
    }
    return unpacked_sample(name);
}

QString sample_file(const QString& name) {
    const QDir program(QCoreApplication::applicationDirPath());
    // Where it is installed; where it was built, in build/PRESET/app beside the sources.
    return sample_file_in({program.filePath(QStringLiteral("../share/arenascope/samples")),
                           program.filePath(QStringLiteral("../../../samples"))},
                          name);
}

bool is_sample(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    return QFile::exists(QStringLiteral(":/samples/") + name) && path == sample_file(name);
}

}  // namespace arenascope
