#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace arenascope {

/// Tells when a file has changed on the disk and has been quiet for a moment, also when it was replaced by another of
/// the same name (as atomic saving does) or came back after it was gone.
class FileWatch final : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Watches this file and no other; an empty path watches none.
    void watch(const QString& path);
    /// Empty: none is watched.
    [[nodiscard]] const QString& path() const { return path_; }
    /// What was just written by the program itself is no news.
    void acknowledge();

signals:
    void changed();

private:
    void look();

    QString path_;
    QString known_;  ///< size and time of what was last seen
    QFileSystemWatcher watcher_;
    QTimer quiet_;
};

}  // namespace arenascope
