#pragma once

#include "app/command_line/arguments.h"
#include "app/exit_status.h"

namespace arenascope {

/// `arenascope planners`: every planner with its options.
[[nodiscard]] ExitStatus run_planners(const FileArguments& arguments);

}  // namespace arenascope
