#pragma once

#include "app/command_line/plan_arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

/// `arenascope plan`: plans a file with one planner or with all, and writes the layout and the trace.
[[nodiscard]] ExitStatus run_plan(const PlanArguments& arguments);

}  // namespace arenascope
