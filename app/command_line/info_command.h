#pragma once

#include "app/command_line/arguments.h"
#include "app/command_line/command_line.h"

namespace arenascope {

/// `arenascope info`: what a file holds, without planning anything.
[[nodiscard]] ExitStatus run_info(const CommonArguments& arguments);

}  // namespace arenascope
