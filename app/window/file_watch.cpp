#include "app/window/file_watch.h"

#include <QDateTime>
#include <QFileInfo>

namespace arenascope {
namespace {

constexpr int settle_milliseconds = 150;

QString state_of(const QString& path) {
    const QFileInfo file(path);
    return file.exists() ? QStringLiteral("%1 %2").arg(file.size()).arg(file.lastModified().toMSecsSinceEpoch())
                         : QString();
}

}  // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
    settle_timer_.setSingleShot(true);
    settle_timer_.setInterval(settle_milliseconds);
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { settle_timer_.start(); });
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] { settle_timer_.start(); });
    connect(&settle_timer_, &QTimer::timeout, this, &FileWatch::compare_with_disk);
}

void FileWatch::watch(const QString& path) {
    const QStringList watched = watcher_.files() + watcher_.directories();
    if (!watched.isEmpty()) {
        watcher_.removePaths(watched);
    }
    path_ = path;
    if (!path_.isEmpty() && QFileInfo::exists(path_)) {
        // Watch the folder too, because replacing a file removes its watch.
        watcher_.addPaths({path_, QFileInfo(path_).absolutePath()});
    }
    known_ = state_of(path_);
}

void FileWatch::acknowledge() {
    known_ = state_of(path_);
}

void FileWatch::compare_with_disk() {
    if (path_.isEmpty()) {
        return;
    }
    if (!watcher_.files().contains(path_) && QFileInfo::exists(path_)) {
        watcher_.addPath(path_);
    }
    if (const QString now = state_of(path_); now != known_) {
        known_ = now;
        emit changed();
    }
}

}  // namespace arenascope
