#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `many-core`: each region is the memory of a core, filled in the order of allocation.
///
///   for each core, for each allocation by begin
///       combinations of it with its context  →  candidates  →  target, chosen by the method  →  placed for good
///
/// An allocation without a candidate below the capacity stays unplaced and becomes a misfit. `heuristic` and `pool`
/// place each core once. `evolutionary`, `reinforcement` and, as a baseline, `random` place it repeatedly. They end
/// when the core is at its threshold or when the limit of steps is reached. A step is one placed allocation. The best
/// placement of each core is kept: fewest misfit bytes, then lowest peak, then least external fragmentation. Cores do
/// not affect each other, so each is planned separately. A placement takes one search (see CandidateSearch) per
/// allocation. It uses one thread.
///
/// Source: docs/method.md, "Many-core".
[[nodiscard]] Planner many_core();

}  // namespace arenascope
