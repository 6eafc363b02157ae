#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Adds `cores`, `misfits` and `transfers` to what `plan --json` says: of a plan by `many-core`, and of any plan of a
/// problem that speaks of cores.
void add_cores(Json& json, const Plan& plan);

/// The same for people: a table of cores and a line for each buffer that found no room; else empty.
[[nodiscard]] std::string cores_text(const Plan& plan);

}  // namespace arenascope
