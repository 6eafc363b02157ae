#pragma once

#include "app/command_line/arguments.h"
#include "app/command_line/command_line.h"

namespace arenascope {

struct ExplainArguments {
    CommonArguments common;
    std::string planner;
};

/// `arenascope explain`: who carries the peak, and what is empty under it.
[[nodiscard]] ExitStatus run_explain(const ExplainArguments& arguments);

}  // namespace arenascope
