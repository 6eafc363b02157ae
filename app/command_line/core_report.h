#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Adds `total_peak`, `cores`, `misfits` and `transfers` to the JSON of a plan by `many-core`, or of a problem with
/// cores.
void add_cores(Json& json, const Plan& plan);

/// Whether the report of an order needs the trace of its run: it lists candidates.
[[nodiscard]] bool needs_trace(const PlanOrder& order);

/// With `report=candidates`, adds `candidates`: for each allocation its candidates with their figures and contexts.
void add_candidates(Json& json, const Plan& plan);

/// The same as add_cores() as text: a table of cores, and a line for each buffer that was not placed. Empty for other
/// plans.
[[nodiscard]] std::string cores_text(const Plan& plan);

}  // namespace arenascope
