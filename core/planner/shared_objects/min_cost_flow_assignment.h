#pragma once

#include "core/planner/shared_objects/objects_assignment.h"

namespace arenascope {

/// Limits of one flow over all records. Above both, the records are divided into windows.
struct FlowLimits {
    std::size_t pairs = std::size_t{1} << 20U;  ///< of a graph with an arc for each pair i → j'
    std::size_t records = 5'000;                ///< of a graph with ladders of sizes
};

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
/// If more pairs than the limit can follow each other, ladders stand for their arcs. The begins and ends of all records
/// are halved again and again in time. In each half step, those that end in the earlier half enter a ladder with a rung
/// for each size, and those that begin in the later half leave it: climbing costs the bytes between two rungs, going
/// down costs nothing. So each pair is joined by one way, and it costs what its arc costs: the least cost is the same,
/// over O(n log n) arcs.
///
///   i of 10 B ──►┬ 10 ─────►  j' of 10 B: 0
///                │▲ 3   ▼ 0
///   k of 7 B ───►┴ 7 ──────►  l' of 7 B; from k to j': 3
///
/// The network simplex method of the LEMON library finds the flow. It decides ties between flows of equal cost, and it
/// cannot be stopped: a graph with ladders takes about two seconds at its limit, one without a third of a second. So
/// more records than the limit are divided into windows with a sixteenth of the pairs, one after the other. Existing
/// objects, with their current sizes, precede a window as tensors that have ended. The cost is then least within each
/// window only, which ObjectsAssignment::cut says, and the time grows linearly with the records. The stop token is
/// called before each window. If it returns true, the remaining tensors get new objects, greedily in order. If the sum
/// of the sizes exceeds 2^60, costs use units larger than a byte. Memory is about 60 bytes for each arc.
///
/// Source: docs/method.md, "TensorFlow's strategies"; MINCOSTFLOW. Differences: the windows and the order of ties.
[[nodiscard]] ObjectsAssignment<Bytes> min_cost_flow_assignment(UsageRecords<Bytes> records, RunMeter& meter,
                                                                FlowLimits limits = {});

}  // namespace arenascope
