#pragma once

#include "app/command_line/plan_arguments.h"
#include "app/exit_status.h"

namespace arenascope {

/// `arenascope plan`: plans a file by one planner, or by all of which the best counts, writes the layout and the trace
/// where asked.
[[nodiscard]] ExitStatus run_plan(const PlanArguments& arguments);

}  // namespace arenascope
