#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/command_line/arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

struct CheckArguments {
    FileArguments common;
    std::string against;  ///< problem or model to compare with; empty: none
    std::optional<Bytes> capacity;
    std::optional<Bytes> alignment;
    std::uint64_t limit = 1'000;  ///< maximum number of listed overlaps; 0: all
};

/// `arenascope check`: runs the overlap checker over a layout.
[[nodiscard]] ExitStatus run_check(const CheckArguments& arguments);

}  // namespace arenascope
