#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"

namespace arenascope {

/// Replaces the content of a file, or leaves the old file whole:
///
///   write .plan.csv.4711-0.part ──► flush to the disk ──► rename to plan.csv ──► flush the directory
///         any failure here removes the part file          from here on the new content stays
///
/// A symbolic link is followed, permissions are kept, and what is no regular file (a pipe, a device) is written
/// straight. "-" is standard output. The error says which step failed and why.
[[nodiscard]] Expected<void> write_atomically(const std::string& path, std::string_view content);

/// Whether a file could be created or replaced there now, to be asked before the work whose result goes there. What
/// it finds is what `write_atomically` would: a missing directory, one that may not be written to, a directory itself.
[[nodiscard]] Expected<void> check_target(const std::string& path);

}  // namespace arenascope
