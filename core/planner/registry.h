#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// All planners, the default first, in the order in which they are listed.
[[nodiscard]] std::span<const Planner> planners();

/// The planner of that name; the error lists the names there are.
[[nodiscard]] Expected<const Planner*> planner_named(std::string_view name);

}  // namespace arenascope
