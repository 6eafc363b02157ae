#pragma once

#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// The strategies that give each buffer a shared object: naive, equality, greedy-in-order, greedy-by-breadth,
/// greedy-by-size, greedy-best and min-cost-flow. Their assignment headers describe them. The objects are stacked as
/// bands:
///
///   ├──────────────────┤ total = peak
///   │ object 1: b   d  │
///   ├──────────────────┤ base of object 1: above object 0, rounded up to the alignment of its buffers
///   │ object 0: a c    │
///   └──────────────────┘ 0
///
/// Tasks are steps: a lifetime [begin, end) is used from task begin to task end − 1. The originals lack some concepts,
/// which are treated as follows.
/// - Regions have separate objects. Within a region, buffers with one, two, three and four dimensions have separate
///   objects too. Ids are consecutive in this order.
/// - Alignment: the base of a band is rounded up to the common alignment of its buffers; sizes stay. A buffer gets its
///   own object if it would raise the common alignment above 2^20 and above every single alignment.
/// - Gaps: a buffer keeps its object for its whole lifetime.
/// - Pins are an error, because the bands below decide the place of a band.
/// - Two and three dimensions: naive, equality and greedy-in-order accept them; for the other planners they are an
///   error. Four dimensions: naive and equality only.
/// - A usage graph is used by greedy-in-order only (option `usage-graph`).
///
/// The lower bound is the threshold. The trace has a frame for each placement, or for several if there are many; the
/// bands have their final places in each frame. The frame of a single placement says why the object was taken.
[[nodiscard]] std::vector<Planner> shared_object_planners();

}  // namespace arenascope
