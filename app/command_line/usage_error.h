#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/error/error.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace arenascope {

/// The error for the first file of the window that does not exist; it may be a mistyped sub-command. Empty: all exist.
/// A file that cannot be examined counts as existing.
[[nodiscard]] std::optional<Error> missing_file(const CLI::App& app, const std::vector<std::string>& files);

/// The error for arguments that CLI11 rejects; `files` are those of the window.
[[nodiscard]] Error usage_error(const CLI::App& app, const CLI::ParseError& error,
                                const std::vector<std::string>& files);

}  // namespace arenascope
