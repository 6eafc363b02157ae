#pragma once

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// How many arcs i → j' the flow graph of all records may have.
inline constexpr std::size_t most_flow_arcs = std::size_t{1} << 20U;

/// *Min-cost flow*: which tensor takes over from which is the flow of least cost through this graph, in which every arc
/// has capacity 1:
///
///              ┌── 0 ──► i ──┐ max(0, size j − size i), for each j that starts after i has ended
///   source ────┤             ├──► j' ── 0 ──► sink
///              └── size j ───┘ a new object
///
/// A saturated arc i → j' puts both tensors into one object; what no such arc leads to opens a new one, numbered by its
/// first tensor. The cost approximates what the objects grow by, and the total is the sum of the chains' maxima.
///
/// The flow is found by the network simplex method of the LEMON library, which settles ties between flows of equal cost
/// and hears no stop token. So a graph with more than `most_arcs` arcs i → j' is not built: the records are then taken
/// in windows of a sixteenth of that, one after another, and the objects so far, as large as they have become, stand
/// before the window as tensors that have ended. The cost is least within each window only, and the time grows with the
/// records instead of faster than their square. The token is asked before each window; when it says stop, the rest gets
/// new objects, greedily in order. Sizes whose sum passes 2^60 count in larger units than bytes. It takes about 60
/// bytes an arc of one window; a graph of a million arcs takes about a third of a second.
///
/// Source: 002_9765a5815b5de446 (MINCOSTFLOW); method 4. Differs from it by the windows, and in how ties are settled.
[[nodiscard]] ObjectsAssignment<Bytes> min_cost_flow_assignment(UsageRecords<Bytes> records, RunMeter& meter,
                                                                std::size_t most_arcs = most_flow_arcs);

}  // namespace arenascope
