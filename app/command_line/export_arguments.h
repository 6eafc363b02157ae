#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/command_line/file_arguments.h"
#include "app/session/exit_status.h"

namespace arenascope {

/// The arguments of `export`, still as text.
struct ExportArguments {
    FileArguments common;
    std::string planner;
    std::string output;
    std::optional<std::string> size;
    std::optional<double> scale;
    std::optional<std::string> theme;
    std::optional<std::string> color_by;
    std::optional<std::string> iteration;
    std::optional<std::int64_t> free_areas;
    bool no_legend = false;
    bool no_caption = false;
    bool no_notes = false;
};

/// Exports the file's own layout, or plans the file if it has none: as a picture, or as a report if the suffix is
/// `.html`. The caption says which.
[[nodiscard]] ExitStatus run_export(const ExportArguments& arguments);

}  // namespace arenascope
