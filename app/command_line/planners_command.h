#pragma once

#include "app/command_line/arguments.h"
#include "app/command_line/command_line.h"

namespace arenascope {

/// `arenascope planners`: every planner with its options.
[[nodiscard]] ExitStatus run_planners(const CommonArguments& arguments);

}  // namespace arenascope
