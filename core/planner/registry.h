#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// All planners in the order of every list: family by family. The default planner is the first.
[[nodiscard]] std::span<const Planner> planners();

/// What the text of an external planner begins with: `exec:COMMAND` is a program of the user.
inline constexpr std::string_view external_prefix = "exec:";

/// Whether a name is the text of an external planner. Files may hold such texts: they are shown, and never run.
[[nodiscard]] bool is_external_planner(std::string_view name);

/// The planner with that name. The error lists the valid names. The text of an external planner is an error, too: only
/// the command line makes a planner of it.
[[nodiscard]] Expected<const Planner*> planner_named(std::string_view name);

}  // namespace arenascope
