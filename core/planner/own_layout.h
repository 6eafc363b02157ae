#pragma once

#include <optional>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/settings/option.h"
#include "core/planner/planner.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// Whether a planner looks for the lowest peak that it can find, so that it also starts from the layout of the file. A
/// way to plan that follows a source, or a rule, keeps its own figure.
[[nodiscard]] bool starts_from_own_layout(const PlannerDescription& planner, const OptionValues& options);

/// Makes sure that no region of the result is higher than in the file, for a planner that starts from its layout: a
/// region that is gets the placements of the file, and the trace a last frame. For every other planner, a note names
/// the file's lower layout. Nothing happens if the layout of the file is incomplete or has a fault, see
/// placement_fault(); its capacity does not matter, because a lower layout is better even so. `trace` may be null.
void compare_with_own_layout(const Problem& problem, const Layout& given, const PlannerDescription& planner,
                             const OptionValues& options, PlanResult& result, TraceSink* trace);

}  // namespace arenascope
