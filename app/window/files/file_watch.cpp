#include "app/window/files/file_watch.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

namespace arenascope {
namespace {

/// The file behind links, with its size and time; empty: there is no file.
QString state_of(const QString& path) {
    const QFileInfo info(path);
    if (!info.exists()) {
        return {};
    }
    qint64 size = info.size();
    QDateTime time = info.lastModified();
    // An opened file is asked about at its server; without that, a network file system may tell what it remembers.
    if (QFile file(path); info.isFile() && file.open(QIODevice::ReadOnly)) {
        size = file.size();
        time = file.fileTime(QFileDevice::FileModificationTime);
    }
    return QStringLiteral("%1 %2 %3").arg(size).arg(time.toMSecsSinceEpoch()).arg(info.canonicalFilePath());
}

}  // namespace

FileWatch::FileWatch(const Timing& timing, QObject* parent) : QObject(parent), listens_(timing.listens_to_the_system) {
    settle_timer_.setSingleShot(true);
    settle_timer_.setInterval(timing.settle_milliseconds);
    look_timer_.setInterval(timing.look_milliseconds);
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { settle_timer_.start(); });
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] { settle_timer_.start(); });
    connect(&settle_timer_, &QTimer::timeout, this, &FileWatch::compare_with_disk);
    connect(&look_timer_, &QTimer::timeout, this, [this] {
        if (!settle_timer_.isActive()) {
            compare_with_disk();
        }
    });
}

void FileWatch::watch(const QString& path) {
    const QStringList watched = watcher_.files() + watcher_.directories();
    if (!watched.isEmpty()) {
        watcher_.removePaths(watched);
    }
    path_ = path;
    settle_timer_.stop();
    acknowledge();
    if (path_.isEmpty()) {
        look_timer_.stop();
    } else {
        look_timer_.start();
        listen();
    }
}

void FileWatch::acknowledge() {
    known_ = seen_ = path_.isEmpty() ? QString() : state_of(path_);
}

void FileWatch::listen() {
    if (!listens_) {
        return;
    }
    // The folder too, because replacing a file ends its watch.
    for (const QString& place : {path_, QFileInfo(path_).absolutePath()}) {
        if (!watcher_.files().contains(place) && !watcher_.directories().contains(place) && QFileInfo::exists(place)) {
            watcher_.addPath(place);
        }
    }
}

void FileWatch::compare_with_disk() {
    if (path_.isEmpty()) {
        return;
    }
    listen();
    const QString before = seen_;
    seen_ = state_of(path_);
    if (seen_ == known_) {
        return;
    }
    if (seen_ != before) {
        settle_timer_.start();  // it may still be written
        return;
    }
    known_ = seen_;
    emit changed();
}

}  // namespace arenascope
