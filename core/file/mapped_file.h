#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace arenascope {

/// Bytes with what keeps them: a string, or a mapped file. Copies share it.
struct SharedBytes {
    std::string_view bytes;
    std::shared_ptr<const void> owner;
};

[[nodiscard]] SharedBytes shared_bytes(std::string content);

/// Maps a file that begins with `beginning` and has at least `least` bytes; else nothing. Pages are read when they are
/// used, so a large file opens at once and takes no memory of its own.
///
///   file    ├────────────────────────┤    a writer that puts a new file in its place, as write_atomically() does,
///   mapping ├────────────────────────┤    leaves these bytes as they are
///
/// A program that changes the file in place changes the mapping, too, and one that makes it shorter ends this program
/// (SIGBUS) when a missing page is read. So callers copy files of a usual size and check what they read from a mapping.
/// They keep mappings only of files that are replaced as a whole. A network file system that loses the file has the
/// same effect.
[[nodiscard]] std::optional<SharedBytes> map_file(const std::string& path, std::string_view beginning,
                                                  std::size_t least);

}  // namespace arenascope
