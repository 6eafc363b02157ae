#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

/// The error for the first file of the window that does not exist, which may be a mistyped sub-command. Nothing if all
/// files exist. A file that cannot be looked at counts as existing.
[[nodiscard]] std::optional<Error> missing_file(const std::vector<std::string>& files,
                                                const std::vector<std::string>& commands);

/// The error for arguments that the parser refused with `reason`. `command` is the sub-command that was given (empty:
/// none, so that `files` are those of the window); `commands` are all there are.
[[nodiscard]] Error usage_error(const std::string& reason, const std::string& command,
                                const std::vector<std::string>& files, const std::vector<std::string>& commands);

}  // namespace arenascope
