#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/text/text_source.h"

namespace arenascope {

/// What becomes of a file whose permissions forbid to write it.
enum class ReadOnlyFile : std::uint8_t {
    refused,   ///< it stays as it is, which is an error
    replaced,  ///< somebody was asked: it gets the new content, and stays read-only
};

/// Replaces the content of a file completely, or leaves the old file as it was:
///
///   write a file without a name ──► flush to the disk ──► name it .plan.csv.4711-0.part ──► rename to plan.csv
///     if the program ends here, nothing is left             signals wait until it is renamed ──► flush the directory
///
/// On a file system without unnamed files, the part file has its name from the start. Then signals wait until it is
/// renamed or removed. Symbolic links are followed; permissions and owner are kept. A pipe or device is written
/// directly. "-" is standard output. The error says which step failed and why.
///
/// A file with other names (hard links), an access list, or an owner whom only root could give the new file, is not
/// replaced: the part file is copied into it. If the program ends meanwhile, the part file has the whole content.
///
/// A rename needs no permission to write the file itself, so that of a read-only file is asked for here.
[[nodiscard]] Expected<void> write_atomically(const std::string& path, const TextSource& content,
                                              ReadOnlyFile read_only = ReadOnlyFile::refused);
[[nodiscard]] Expected<void> write_atomically(const std::string& path, std::string_view content,
                                              ReadOnlyFile read_only = ReadOnlyFile::refused);

/// Whether a file could be created or replaced at `path` now. Call it before work whose result goes there. It finds the
/// errors of `write_atomically`: a missing directory, a directory without write permission, a path that is a directory,
/// a file that is read-only, links in a circle.
[[nodiscard]] Expected<void> check_target(const std::string& path);

/// Whether there is a file that its permissions protect: the user may not write it, or nobody may (which stops root,
/// too). Links are followed.
[[nodiscard]] bool is_read_only(const std::string& path);

}  // namespace arenascope
