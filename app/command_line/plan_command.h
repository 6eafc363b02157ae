#pragma once

#include "app/command_line/arguments.h"
#include "app/command_line/command_line.h"

namespace arenascope {

struct PlanArguments {
    CommonArguments common;
    std::string planner;
    std::optional<Bytes> capacity;
    std::optional<double> time_limit_seconds;
    std::string output;  ///< layout file; "-": standard output, then without a summary; empty: none
    std::string trace;   ///< the same for the trace
};

/// `arenascope plan`: plans a file by one planner, or by all of which the best counts, writes the layout and the trace
/// where asked.
[[nodiscard]] ExitStatus run_plan(const PlanArguments& arguments);

}  // namespace arenascope
