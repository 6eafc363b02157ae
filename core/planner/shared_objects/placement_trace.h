#pragma once

#include <span>

#include "core/planner/planner.h"

namespace arenascope {

/// Tells a finished plan of shared objects placement by placement, in the order in which the buffers got their objects,
/// with the bands where they stand at the end: while objects still grew, every other band would have moved. A frame
/// holds one placement or, where there are so many buffers that this would take longer than planning, several; never
/// more than the sink has room for, but always the last one, which is marked as the result.
void trace_placements(TraceSink& sink, const Problem& problem, const PlanResult& result,
                      std::span<const BufferIndex> order);

}  // namespace arenascope
