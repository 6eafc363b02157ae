#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/error/error.h"
#include "core/planner/planner.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Makes the external planner of an order, if `--planner` names one: `exec:COMMAND`, or a name in the user's settings.
/// `planner` of the order then becomes the text of it. Nothing happens for any other name. The user has typed it, so it
/// may run; a name that comes out of a file never gets here. Errors: see external_planner().
[[nodiscard]] Expected<void> choose_external(PlanOrder& order);

/// Whether choose_external() knows the name.
[[nodiscard]] bool is_external_choice(const std::string& planner);

}  // namespace arenascope
