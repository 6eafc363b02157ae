#pragma once

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include "tests/support/test_registry.h"

namespace arenascope::test {

/// The exit status and output of a run.
struct Outcome {
    int status = -1;
    QByteArray output;
    QByteArray errors;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
};

/// Settings of a run that differ from the defaults.
struct RunSettings {
    QByteArray input = {};   ///< standard input
    QString output = {};     ///< file for standard output; empty: captured
    QString time_zone = {};  ///< value of TZ; empty: unchanged
    int address_space = 0;   ///< limit in KiB; 0: none
};

/// Runs the program as scripts do.
inline Outcome run(const QStringList& arguments, const RunSettings& settings = {}) {
    QProcess process;
    if (!settings.time_zone.isEmpty()) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TZ"), settings.time_zone);
        process.setProcessEnvironment(environment);
    }
    process.setStandardOutputFile(settings.output);
    if (settings.address_space > 0) {
        const QString limited = QStringLiteral("ulimit -v %1 && exec \"$0\" \"$@\"").arg(settings.address_space);
        process.start(QStringLiteral("sh"), QStringList{QStringLiteral("-c"), limited, program()} + arguments);
    } else {
        process.start(program(), arguments);
    }
    process.write(settings.input);
    process.closeWriteChannel();
    if (!process.waitForFinished(240'000)) {
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// The same with standard input.
inline Outcome run(const QStringList& arguments, const QByteArray& input) {
    return run(arguments, RunSettings{.input = input});
}

inline QByteArray content_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace arenascope::test
