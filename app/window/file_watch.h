#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace arenascope {

/// Watches one file. Reports a change when the file has not changed again for a moment. Also notices that a file was
/// replaced (as atomic saving does), or that a deleted file came back.
class FileWatch final : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Watches only this file. An empty path: none.
    void watch(const QString& path);
    /// Empty: no file is watched.
    [[nodiscard]] const QString& path() const { return path_; }
    /// Call this after the program itself wrote the file, so that the write is not reported.
    void acknowledge();

signals:
    void changed();

private:
    void compare_with_disk();

    QString path_;
    QString known_;  ///< size and time of the file when it was last looked at
    QFileSystemWatcher watcher_;
    QTimer settle_timer_;
};

}  // namespace arenascope
