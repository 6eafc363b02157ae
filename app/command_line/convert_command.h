#pragma once

#include "app/command_line/arguments.h"
#include "app/command_line/command_line.h"

namespace arenascope {

struct ConvertArguments {
    CommonArguments common;
    std::string output;
};

/// `arenascope convert`: writes a file in the format of another suffix.
[[nodiscard]] ExitStatus run_convert(const ConvertArguments& arguments);

}  // namespace arenascope
