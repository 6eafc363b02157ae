#include "app/session/file_identity.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>

namespace arenascope {
namespace {

constexpr std::int64_t most_hashed = std::int64_t{256} << 20U;

/// Empty: the file cannot be read.
std::string hash_of(const QString& path) {
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha1);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result().toHex().toStdString() : std::string();
}

}  // namespace

FileIdentity identity_of(const QString& path) {
    const QFileInfo info(path);
    return info.isFile() ? FileIdentity{info.size(), info.lastModified().toMSecsSinceEpoch()} : FileIdentity();
}

FileIdentity with_hash(FileIdentity identity, const QString& path) {
    if (identity.hash.empty() && identity.size >= 0 && identity.size <= most_hashed && identity == identity_of(path)) {
        identity.hash = hash_of(path);
        // Otherwise it was written meanwhile.
        if (const FileIdentity now = identity_of(path);
            now.size != identity.size || now.modified != identity.modified) {
            identity.hash.clear();
        }
    }
    return identity;
}

FileChange change_since(const FileIdentity& identity, const QString& path) {
    const FileIdentity now = identity_of(path);
    if (now.size < 0) {
        return identity.size < 0 ? FileChange::none : FileChange::vanished;
    }
    if (now.size == identity.size) {
        if (now.modified == identity.modified || (!identity.hash.empty() && hash_of(path) == identity.hash)) {
            return FileChange::none;
        }
    }
    return FileChange::changed;
}

}  // namespace arenascope
