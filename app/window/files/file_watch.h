#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace arenascope {

/// Watches one file. Reports a change when the file has not changed again for a moment. Also notices that a file was
/// replaced (as atomic saving does), that it was deleted, that it came back or appeared, and that a link leads to
/// another file.
///
/// It looks at the file at intervals, because not every file system reports changes (a network's does not). Where one
/// does, it looks at once.
class FileWatch final : public QObject {
    Q_OBJECT

public:
    struct Timing {
        int look_milliseconds = 1000;
        int settle_milliseconds = 150;      ///< a change that stays for so long is reported
        bool listens_to_the_system = true;  ///< false: only looks
    };

    explicit FileWatch(const Timing& timing, QObject* parent = nullptr);
    explicit FileWatch(QObject* parent = nullptr) : FileWatch(Timing(), parent) {}

    /// Watches only this file, which need not exist. An empty path: none.
    void watch(const QString& path);
    /// Empty: no file is watched.
    [[nodiscard]] const QString& path() const { return path_; }
    /// Call this after the program itself wrote the file, so that the write is not reported.
    void acknowledge();

signals:
    void changed();

private:
    void listen();
    void compare_with_disk();

    bool listens_;
    QString path_;
    QString known_;  ///< the state of the file that was reported last, see state_of()
    QString seen_;   ///< the state when it was last looked at
    QFileSystemWatcher watcher_;
    QTimer look_timer_;
    QTimer settle_timer_;
};

}  // namespace arenascope
