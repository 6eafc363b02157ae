#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/command_line/file_arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

/// Arguments of `show`.
struct ShowArguments {
    FileArguments common;
    std::string planner;
    std::optional<std::string> iteration;  ///< see frame_numbered(); empty: the file's own layout
    std::optional<std::int32_t> width;     ///< columns; empty: those of the terminal
    std::string color = "auto";            ///< auto, always or never
    std::string theme = "dark";
};

/// Prints the plan as a text picture.
[[nodiscard]] ExitStatus run_show(const ShowArguments& arguments);

}  // namespace arenascope
