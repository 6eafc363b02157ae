#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Adds `cores`, `misfits` and `transfers` to the JSON of a plan by `many-core`, or of a problem with cores.
void add_cores(Json& json, const Plan& plan);

/// The same as text: a table of cores, and a line for each buffer that was not placed. Empty for other plans.
[[nodiscard]] std::string cores_text(const Plan& plan);

}  // namespace arenascope
