#pragma once

#include "app/command_line/arguments.h"
#include "app/command_line/command_line.h"

namespace arenascope {

struct CheckArguments {
    CommonArguments common;
    std::string against;  ///< problem to compare with; empty: none
    std::optional<Bytes> capacity;
    std::optional<Bytes> alignment;
};

/// `arenascope check`: runs the overlap checker over a layout.
[[nodiscard]] ExitStatus run_check(const CheckArguments& arguments);

}  // namespace arenascope
