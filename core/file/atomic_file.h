#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"

namespace arenascope {

/// Replaces the content of a file, or leaves the old file whole:
///
///   write a file without a name ──► flush to the disk ──► name it .plan.csv.4711-0.part ──► rename to plan.csv
///     whatever ends the program here leaves nothing         signals wait until it is renamed ──► flush the directory
///
/// On a file system that has no files without names the part file is there from the start, and signals wait until it
/// is renamed or removed. A symbolic link is followed, permissions are kept, and what is no regular file (a pipe, a
/// device) is written straight. "-" is standard output. The error says which step failed and why.
[[nodiscard]] Expected<void> write_atomically(const std::string& path, std::string_view content);

/// Whether a file could be created or replaced there now, to be asked before the work whose result goes there. What
/// it finds is what `write_atomically` would: a missing directory, one that may not be written to, a directory itself.
[[nodiscard]] Expected<void> check_target(const std::string& path);

}  // namespace arenascope
