#pragma once

#include <string>

#include "app/command_line/arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

struct TraceArguments {
    FileArguments common;
    std::string planner;
    std::string where;  ///< the condition; see StepExpression
};

/// `arenascope trace`: lists the steps of a run at which a condition holds.
[[nodiscard]] ExitStatus run_trace(const TraceArguments& arguments);

}  // namespace arenascope
