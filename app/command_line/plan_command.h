#pragma once

#include "app/command_line/arguments.h"
#include "app/command_line/command_line.h"

namespace arenascope {

struct PlanArguments {
    CommonArguments common;
    std::string planner;
    std::optional<Bytes> capacity;
    std::optional<double> time_limit_seconds;
    std::string output;  ///< layout file; empty: none
    std::string trace;   ///< trace file; empty: none
};

/// `arenascope plan`: plans a file by one planner, writes the layout and the trace where asked.
[[nodiscard]] ExitStatus run_plan(const PlanArguments& arguments);

}  // namespace arenascope
