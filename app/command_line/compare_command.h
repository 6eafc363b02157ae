#pragma once

#include "app/command_line/arguments.h"
#include "app/exit_status.h"

namespace arenascope {

struct CompareArguments {
    FileArguments common;  ///< its file is the first
    std::string second;
    std::string picture;                    ///< both layouts on one scale; empty: none
    std::optional<std::string> max_growth;  ///< BYTES or PERCENT%; none: any growth is fine
};

/// `arenascope compare`: what a second plan changes against a first.
[[nodiscard]] ExitStatus run_compare(const CompareArguments& arguments);

}  // namespace arenascope
