#pragma once

#include "app/command_line/arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

/// `arenascope info`: describes a file without planning.
[[nodiscard]] ExitStatus run_info(const FileArguments& arguments);

}  // namespace arenascope
