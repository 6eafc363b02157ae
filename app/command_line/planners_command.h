#pragma once

#include "app/command_line/arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

/// `arenascope planners`: lists planners and their options.
[[nodiscard]] ExitStatus run_planners(const FileArguments& arguments);

}  // namespace arenascope
