#pragma once

#include <functional>
#include <string>

#include "app/command_line/file_arguments.h"
#include "app/command_line/json_text.h"
#include "app/exit_status.h"
#include "core/error/error.h"

namespace arenascope {

/// Reports the error that ends a sub-command: one line on standard error. With `--json` also
/// `{"error": {"file", "line", "what", "cure"}}` on standard output, where a part that is not known is null.
/// Gives the exit status of the sub-command.
[[nodiscard]] ExitStatus fail(const FileArguments& common, const Error& error,
                              ExitStatus status = ExitStatus::unusable);

/// Tells something that does not end the sub-command: one line on standard error, nothing with `--quiet`.
void note(const FileArguments& common, const Error& error);

/// Writes the result of a sub-command to standard output: one JSON object with `--json`, else the text for people,
/// which `--quiet` leaves out. False if it could not be written; that has been reported.
[[nodiscard]] bool print_result(const FileArguments& common, const std::function<Json()>& json,
                                const std::function<std::string()>& text);

/// Writes text to standard output. False if it could not be written; that has been reported.
[[nodiscard]] bool print(const std::string& text);

}  // namespace arenascope
