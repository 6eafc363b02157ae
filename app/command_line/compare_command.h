#pragma once

#include "app/command_line/arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

struct CompareArguments {
    FileArguments common;  ///< its file is the first one
    std::string second;
    std::string picture;                    ///< file for a picture of both layouts; empty: none
    std::optional<std::string> max_growth;  ///< BYTES or PERCENT%; empty: no limit
};

/// `arenascope compare`: shows how a second plan differs from a first.
[[nodiscard]] ExitStatus run_compare(const CompareArguments& arguments);

}  // namespace arenascope
