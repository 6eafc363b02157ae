#pragma once

#include <cstdint>
#include <string>

#include <QString>

namespace arenascope {

/// What tells whether a file is still the same: its size and time, and its content if the time alone has changed.
struct FileIdentity {
    std::int64_t size = -1;     ///< −1: there was no file
    std::int64_t modified = 0;  ///< milliseconds since 1970
    std::string hash = {};      ///< of the content; empty: not computed
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Size and time of a file. O(1).
[[nodiscard]] FileIdentity identity_of(const QString& path);

/// The same with the hash, if the file is still the same and not larger than 256 MiB. Linear in the file.
[[nodiscard]] FileIdentity with_hash(FileIdentity identity, const QString& path);

enum class FileChange : std::uint8_t { none, changed, vanished };

/// What has become of a file since. Reads it if its time has changed, but not its size.
[[nodiscard]] FileChange change_since(const FileIdentity& identity, const QString& path);

}  // namespace arenascope
