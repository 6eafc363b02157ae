#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `scratch`: scratch buffers in the free areas that the tensors' layout leaves of the heap, layer by
/// layer.
///
///   tensors ─▶ queue ─▶ trial 1 ─▶ … ─▶ trial n ─▶ the best by the criterion, rebased where the bottom moved down
///
///   offset ▲        ┌────┐ grows the top
///     after│ ┌──────┼────┼──────┐
///    before│ │ tb 1 │ sb │      │
///          │ ├──────┴────┤ tb 3 │   tensors stay as they lie to each other
///          │ │   tb 2    │      │
///         0│ └───────────┴─┬──┬─┘
///     after│               └──┘ grows the bottom
///          └──────────────────────▶ layer
///
/// The trials are the same whatever the criterion, so that none is better in its own measure by another criterion than
/// by this one; of equals one that leaves the tensors where they lie goes first, then the earliest is kept, with the
/// choices that made it. See ScratchTrials for the choices,
/// place_scratch for one trial, place_tensors for the tensors, queue_of for layers, parts and their bounds.
/// A region whose buffers are pinned, as by `pins=file`, does not grow at its bottom; pinned scratch counts as a
/// tensor. Growth beyond a capacity is not refused; trials that fit go first. O(trials · n (a + s)) for a free areas
/// and s scratch buffers of a layer, besides the tensors. Differs from the source where it is silent only: it says that
/// the placement may be repeated, not with which choices. Source: 004_1da6691e92b8fba4; method 6.
[[nodiscard]] Planner scratch_planner();

}  // namespace arenascope
