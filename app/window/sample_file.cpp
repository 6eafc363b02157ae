#include "app/window/sample_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace arenascope {
namespace {

QString sample_name() {
    return QStringLiteral("mobile_vision.json");
}

/// Writes the sample that is part of the program to the user's cache, where it can be opened as any other file.
QString unpacked_sample() {
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/samples"));
    QFile packed(QStringLiteral(":/samples/") + sample_name());
    QFile unpacked(folder.filePath(sample_name()));
    if (!packed.open(QIODevice::ReadOnly) || !folder.mkpath(QStringLiteral(".")) ||
        !unpacked.open(QIODevice::WriteOnly)) {
        return {};
    }
    const QByteArray content = packed.readAll();
    return unpacked.write(content) == content.size() && unpacked.flush() ? unpacked.fileName() : QString();
}

}  // namespace

QString sample_file_in(const QStringList& folders) {
    for (const QString& folder : folders) {
        if (const QFileInfo file(QDir(folder).filePath(sample_name())); file.exists()) {
            return file.canonicalFilePath();
        }
    }
    return unpacked_sample();
}

QString sample_file() {
    const QDir program(QCoreApplication::applicationDirPath());
    return sample_file_in(
        {program.filePath(QStringLiteral("../share/arenascope/samples")), QStringLiteral(ARENASCOPE_SAMPLES)});
}

}  // namespace arenascope
