#pragma once

#include <cstdint>
#include <vector>

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

}  // namespace arenascope
