#pragma once

#include <span>

#include "core/planner/planner.h"

namespace arenascope {

/// Records a finished plan of shared objects, placement by placement, in the order of assignment. The bands have their
/// final places in every frame, because a growing object would otherwise move all bands above it. A frame covers one
/// placement, or several if recording would otherwise take longer than planning. The sink may drop frames, but the last
/// one is always recorded and marked as the result.
void trace_placements(TraceSink& sink, const Problem& problem, const PlanResult& result,
                      std::span<const BufferIndex> order);

}  // namespace arenascope
