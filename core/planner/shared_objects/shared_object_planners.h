#pragma once

#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// The strategies that give each buffer a shared object: naive, equality, greedy-in-order, greedy-by-breadth,
/// greedy-by-size, greedy-best and min-cost-flow, each described at its assignment. The objects are stacked as bands:
///
///   ├──────────────────┤ total = peak
///   │ object 1: b   d  │
///   ├──────────────────┤ base of object 1: above object 0, rounded up where a buffer in it is aligned
///   │ object 0: a c    │
///   └──────────────────┘ 0
///
/// Tasks are steps: a lifetime [begin, end) is used from task begin to task end − 1. With what the originals know
/// nothing of they deal so:
/// - Regions have objects of their own; so have, within a region, buffers of one, two and three dimensions. Ids run on
///   in this order.
/// - Alignment: the base of a band is rounded up to what all buffers in it ask for; sizes stay. A buffer whose
///   alignment would make that more than both 2^20 and every single one of them gets an object of its own.
/// - Gaps: a buffer holds its object for its whole lifetime.
/// - Pins are refused, because a band lies where the ones below it leave it.
/// - Two and three dimensions: naive, equality and greedy-in-order take them; the others refuse.
/// - The usage graph of the problem, where it has one, is heeded by greedy-in-order alone (`usage-graph`).
/// The lower bound is the threshold. The trace has a frame for each placement, or for several where there are many,
/// with the bands where they stand at the end.
[[nodiscard]] std::vector<Planner> shared_object_planners();

}  // namespace arenascope
