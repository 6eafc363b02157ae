#pragma once

#include <string>
#include <vector>

#include "app/command_line/arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

struct ExplainArguments {
    FileArguments common;
    std::string planner;
    std::string region;                ///< region to explain; empty: the one with the highest peak
    bool sharing = false;              ///< whether to say what each buffer may share with
    bool improve = false;              ///< whether to list the small changes that lower the peak
    std::vector<std::string> buffers;  ///< names of the buffers to improve; empty: those that carry the peak
};

/// `arenascope explain`: shows which buffers carry the peak, and the holes below them.
[[nodiscard]] ExitStatus run_explain(const ExplainArguments& arguments);

}  // namespace arenascope
