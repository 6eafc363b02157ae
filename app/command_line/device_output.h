#pragma once

#include "app/command_line/sub_commands.h"

namespace arenascope {

/// Whether `convert` is to write what a device takes: a model with an order or a plan inside, or a C header.
[[nodiscard]] bool is_for_device(const ConvertArguments& arguments);

/// Does so.
[[nodiscard]] ExitStatus write_for_device(const ConvertArguments& arguments);

}  // namespace arenascope
