#pragma once

#include "app/command_line/arguments.h"
#include "app/exit_status.h"

namespace arenascope {

/// `arenascope info`: what a file holds, without planning anything.
[[nodiscard]] ExitStatus run_info(const FileArguments& arguments);

}  // namespace arenascope
