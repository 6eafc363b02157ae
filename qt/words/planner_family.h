#pragma once

#include <QString>

#include "core/planner/planner.h"

namespace arenascope {

/// The heading over planners as this one: the title of its family, or "External planners" if it is not in the registry.
[[nodiscard]] QString planner_heading(const PlannerDescription& planner);

/// What the planners under that heading have in common.
[[nodiscard]] QString planner_heading_meaning(const PlannerDescription& planner);

}  // namespace arenascope
