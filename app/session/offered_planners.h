#pragma once

#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// The external planners that the user keeps, by name, as a choice of planners shows them: with the common options, and
/// the command as summary. The texts live as long as the program.
[[nodiscard]] std::vector<PlannerDescription> offered_externals();

/// All planners that a window offers: those of the registry with all their options, then offered_externals().
[[nodiscard]] std::vector<PlannerDescription> offered_planners();

}  // namespace arenascope
