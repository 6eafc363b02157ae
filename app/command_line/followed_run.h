#pragma once

#include "app/command_line/sub_commands.h"
#include "app/session/exit_status.h"

namespace arenascope {

/// `trace --follow`: prints each step at which the condition holds as soon as it has ended, until the recording ends or
/// a signal comes. With `--json`, one object at the end.
[[nodiscard]] ExitStatus follow_run(const TraceArguments& arguments);

}  // namespace arenascope
