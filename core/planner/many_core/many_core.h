#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `many-core`: each region is the memory of a core, filled in the order of allocation.
///
///   for each core, for each allocation in order of begin
///       combinations of it with its context  →  candidates  →  target, chosen by the method  →  placed, and stays
///
/// What has no candidate below the capacity stays unplaced and is told as a misfit. `heuristic` and `pool` place each
/// core once; `evolutionary`, `reinforcement` and, to compare them with, `random` place it again and again until the
/// limit of steps, a step being one allocation placed, or until the core is at its threshold; the best placing of each
/// core is kept: fewest bytes without room, then the lowest peak, then the least external fragmentation. Cores are
/// planned for themselves, as nothing that one of them does is felt by another. One placing takes a search (see
/// CandidateSearch) for each allocation. Threads change nothing.
/// Source: 003_8153cae81998554d; method 5.
[[nodiscard]] Planner many_core();

}  // namespace arenascope
