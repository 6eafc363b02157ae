#pragma once

#include "app/command_line/arguments.h"
#include "app/exit_status.h"

namespace arenascope {

struct ExplainArguments {
    FileArguments common;
    std::string planner;
    std::string region;  ///< name of the one to explain; empty: the one with the highest peak
};

/// `arenascope explain`: who carries the peak, and what is empty under it.
[[nodiscard]] ExitStatus run_explain(const ExplainArguments& arguments);

}  // namespace arenascope
