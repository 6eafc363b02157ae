#pragma once

#include <optional>
#include <string>

#include "app/command_line/arguments.h"

namespace arenascope {

/// Arguments of `plan`.
struct PlanArguments {
    FileArguments common;
    std::string planner;
    std::optional<Bytes> capacity;
    std::optional<double> time_limit_seconds;
    std::string output;      ///< layout file; "-": standard output, then without a summary; empty: none
    bool addresses = false;  ///< a column of the layout file, if that is CSV
    std::string trace;       ///< trace file, likewise
};

}  // namespace arenascope
