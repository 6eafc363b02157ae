#pragma once

#include <csignal>

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <sys/types.h>

namespace arenascope::test {

/// A problem in which no layout reaches the threshold, so that hill-climb runs until its time is up.
inline QByteArray endless_csv() {
    QByteArray csv = "id,lower,upper,size,alignment\n";
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
        csv += QByteArray(name) + ",0,4,1,2\n";
    }
    return csv;
}

/// The same with offsets, so that the window opens it without a run.
inline QByteArray placed_endless_csv() {
    QByteArray csv = "id,lower,upper,size,alignment,offset\n";
    int offset = 0;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
        csv += QByteArray(name) + ",0,4,1,2," + QByteArray::number(2 * offset++) + "\n";
    }
    return csv;
}

/// Writes endless_csv() into a folder. Returns the path.
inline QString endless_file(const QTemporaryDir& folder) {
    QFile file(folder.filePath(QStringLiteral("endless.csv")));
    file.open(QIODevice::WriteOnly);
    file.write(endless_csv());
    return file.fileName();
}

/// More seconds than any test waits.
inline constexpr auto endless_seconds = "1000000";

/// True if a process already handles a signal. Before that, the signal would end it immediately. Call it only after the
/// program has started: until then, the process handles the signals of the test.
inline bool handles(qint64 process, int signal) {
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly)) {
        return false;
    }
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("SigCgt:")) {
            return ((line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1)) & 1U) != 0;
        }
    }
    return false;
}

inline void send(qint64 process, int signal) {
    ::kill(static_cast<pid_t>(process), signal);
}

/// Sends SIGINT and SIGTERM to a stopped process, so that it gets both at the same time when it goes on.
inline void send_both(qint64 process) {
    for (const int signal : {SIGSTOP, SIGINT, SIGTERM, SIGCONT}) {
        send(process, signal);
    }
}

}  // namespace arenascope::test
