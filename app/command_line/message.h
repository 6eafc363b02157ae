#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/json_text.h"
#include "app/command_line/sub_commands.h"
#include "app/session/exit_status.h"
#include "core/base/error/error.h"

namespace arenascope {

/// Reports the error that ends a sub-command, as a line on standard error. With `--json`, also prints `{"error":
/// {"file", "line", "what", "cure"}}` to standard output, with null for missing parts.
/// Returns the exit status of the sub-command.
[[nodiscard]] ExitStatus fail(const FileArguments& common, const Error& error,
                              ExitStatus status = ExitStatus::unusable);

/// Reports a note that does not end the sub-command, as a line on standard error; nothing with `--quiet`.
void note(const FileArguments& common, const Error& error);

/// Prints the result of a sub-command: one JSON object with `--json`, else the text report, which `--quiet` omits.
/// False: it could not be written, and that was reported.
[[nodiscard]] bool print_result(const FileArguments& common, const std::function<Json()>& json,
                                const std::function<std::string()>& text);

/// Prints text to standard output. False: it could not be written, and that was reported.
[[nodiscard]] bool print(const std::string& text);

/// The error for the first file of the window that does not exist, which may be a mistyped sub-command. Nothing if all
/// files exist. A file that cannot be looked at counts as existing.
[[nodiscard]] std::optional<Error> missing_file(const std::vector<std::string>& files,
                                                const std::vector<std::string>& commands);

/// The error for arguments that the parser refused with `reason`. `command` is the sub-command that was given (empty:
/// none, so that `files` are those of the window); `commands` are all there are.
[[nodiscard]] Error usage_error(const std::string& reason, const std::string& command,
                                const std::vector<std::string>& files, const std::vector<std::string>& commands);

}  // namespace arenascope
