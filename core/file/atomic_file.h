#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/text/text_source.h"

namespace arenascope {

/// Replaces the content of a file completely, or leaves the old file as it was:
///
///   write a file without a name ──► flush to the disk ──► name it .plan.csv.4711-0.part ──► rename to plan.csv
///     if the program ends here, nothing is left             signals wait until it is renamed ──► flush the directory
///
/// On a file system without unnamed files, the part file has its name from the start. Then signals wait until it is
/// renamed or removed. Symbolic links are followed and permissions are kept. A pipe or device is written directly. "-"
/// is standard output. The error says which step failed and why.
[[nodiscard]] Expected<void> write_atomically(const std::string& path, const TextSource& content);
[[nodiscard]] Expected<void> write_atomically(const std::string& path, std::string_view content);

/// Whether a file could be created or replaced at `path` now. Call it before work whose result goes there. It finds the
/// errors of `write_atomically`: a missing directory, a directory without write permission, a path that is a directory.
[[nodiscard]] Expected<void> check_target(const std::string& path);

}  // namespace arenascope
