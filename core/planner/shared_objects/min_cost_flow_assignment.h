#pragma once

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// Limit of the arcs i → j' in a flow graph of all records.
inline constexpr std::size_t most_flow_arcs = std::size_t{1} << 20U;

/// *Min-cost flow*: the flow of least cost through this graph decides which tensor takes over from which. Every arc has
/// capacity 1.
///
///              ┌── 0 ──► i ──┐ max(0, size j − size i), for each j that starts after i has ended
///   source ────┤             ├──► j' ── 0 ──► sink
///              └── size j ───┘ a new object
///
/// A saturated arc i → j' puts both tensors into one object. A tensor without such an arc opens a new object; objects
/// are numbered by their first tensor. The cost approximates the growth of the objects. The total is the sum of the
/// largest tensor of each chain.
///
/// The network simplex method of the LEMON library finds the flow. It decides ties between flows of equal cost, and it
/// cannot be stopped. So a graph with more than `most_arcs` arcs i → j' is not built. Instead, the records are divided
/// into windows with a sixteenth of that many arcs, one after the other. Existing objects, with their current sizes,
/// precede a window as tensors that have ended. The cost is then least within each window only, and the time grows
/// linearly with the records instead of faster than their square. The stop token is called before each window. If it
/// returns true, the remaining tensors get new objects, greedily in order. If the sum of the sizes exceeds 2^60, costs
/// use units larger than a byte. Memory is about 60 bytes for each arc of a window. A graph of a million arcs takes
/// about a third of a second.
///
/// Source: docs/method.md, "TensorFlow's strategies"; MINCOSTFLOW. Differences: the windows and the order of ties.
[[nodiscard]] ObjectsAssignment<Bytes> min_cost_flow_assignment(UsageRecords<Bytes> records, RunMeter& meter,
                                                                std::size_t most_arcs = most_flow_arcs);

}  // namespace arenascope
