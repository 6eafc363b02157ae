#pragma once

#include <string>

#include "core/base/error/error.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Makes the external planner of an order, if its planner is a name in the user's settings. `planner` of the order then
/// becomes the text of it. Nothing happens for any other name, also for `exec:COMMAND`, so that no text of a file runs.
/// Errors: see external_planner().
[[nodiscard]] Expected<void> choose_kept_external(PlanOrder& order);

/// As choose_kept_external(), and takes `exec:COMMAND`, too: for what the user has typed on the command line.
[[nodiscard]] Expected<void> choose_external(PlanOrder& order);

/// Whether choose_external() knows the name.
[[nodiscard]] bool is_external_choice(const std::string& planner);

}  // namespace arenascope
