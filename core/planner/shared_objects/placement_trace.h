#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/planner/planner.h"
#include "core/planner/shared_objects/objects_assignment.h"
#include "core/trace/object_choice.h"

namespace arenascope {

/// Explains a finished assignment: by position in its order, what the tensor was placed among, and why each free object
/// lost. The assignment is replayed, so that a strategy pays nothing while nobody records it.
///
///   order     1    0    2   …        replay: sizes and schedules of all objects so far
///                       ▲
///                       └ free objects with size and distance; the rule tells why they lost to the taken one
///
/// Object numbers are those of the assignment. The totals are 0. `edges`: the usage graph of the rule usage_graph.
/// Ends early where a stopped run gave objects without a choice, and when `most_looks` looks at objects and tasks are
/// spent. O(n · objects · log n).
[[nodiscard]] std::vector<ObjectChoice> object_choices(UsageRecords<Bytes> records,
                                                       const ObjectsAssignment<Bytes>& assignment, UsageEdges edges,
                                                       std::uint64_t most_looks);
[[nodiscard]] std::vector<ObjectChoice> object_choices(UsageRecords<TextureSize> records,
                                                       const ObjectsAssignment<TextureSize>& assignment,
                                                       UsageEdges edges, std::uint64_t most_looks);

/// More free objects that lost are counted, but not listed.
inline constexpr std::size_t most_listed_objects = 32;

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
