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

/// What is wrong with the first file of the window that does not exist, which may be a mistyped sub-command; nothing if
/// all are there. A file that cannot be looked at counts as there.
[[nodiscard]] std::optional<Error> missing_file(const CLI::App& app, const std::vector<std::string>& files);

/// What is wrong with arguments that CLI11 refuses; `files`: those of the window.
[[nodiscard]] Error usage_error(const CLI::App& app, const CLI::ParseError& error,
                                const std::vector<std::string>& files);

}  // namespace arenascope
