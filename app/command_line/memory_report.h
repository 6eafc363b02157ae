#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Adds `regions`, `traffic` and `transfers` to the JSON of a plan with a second memory (Region::second): each memory
/// with its capacity, threshold and peak, and what a run moves.
void add_memories(Json& json, const Plan& plan);

/// The same as text, a line for each memory. Empty for other plans.
[[nodiscard]] std::string memories_text(const Plan& plan);

}  // namespace arenascope
