#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/planner/planner.h"
#include "core/trace/object_choice.h"

namespace arenascope {

/// A buffer in order of assignment, and why it got its object; empty: not known.
struct AssignedBuffer {
    BufferIndex buffer;
    std::optional<ObjectChoice> choice;
};

/// The largest number of placements of which each one has a frame of its own.
inline constexpr std::size_t most_single_placements = std::size_t{1} << 14U;

/// Records a finished plan of shared objects, placement by placement, in the order of assignment. The bands have their
/// final places in every frame, because a growing object would otherwise move all bands above it; step_layout() gives
/// the sizes at a frame. A frame of one placement has its choice as data, and in words as its note. A frame covers
/// several placements if recording would otherwise take longer than planning. The sink may drop frames, but the last
/// one is always recorded and marked as the result.
void trace_placements(TraceSink& sink, const Problem& problem, const PlanResult& result,
                      std::span<const AssignedBuffer> order);

}  // namespace arenascope
