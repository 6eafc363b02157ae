#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// All planners in the order of every list: family by family. The default planner is the first.
[[nodiscard]] std::span<const Planner> planners();

/// The planner with that name. The error lists the valid names.
[[nodiscard]] Expected<const Planner*> planner_named(std::string_view name);

}  // namespace arenascope
