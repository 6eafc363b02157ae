#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `scratch`: places scratch buffers in the free areas between the tensors, layer by layer.
///
///   tensors ─▶ queue ─▶ trial 1 ─▶ … ─▶ trial n ─▶ the best by the criterion; offsets are raised if the bottom moved
///
///   offset ▲        ┌────┐ grows the top
///     after│ ┌──────┼────┼──────┐
///    before│ │ tb 1 │ sb │      │
///          │ ├──────┴────┤ tb 3 │   tensors keep their distances
///          │ │   tb 2    │      │
///         0│ └───────────┴─┬──┬─┘
///     after│               └──┘ grows the bottom
///          └──────────────────────▶ layer
///
/// The trials do not depend on the criterion. So no other criterion gives a better result in the chosen one. Of equal
/// trials, one that does not move the tensors is preferred, then the earliest. Its choices are part of the result. The
/// parts of the work are in ScratchTrials (choices), place_scratch (one trial), place_tensors (tensors) and queue_of
/// (layers, parts and their bounds).
///
/// A region with pinned buffers, for instance by `pins=file`, does not grow at its bottom. Pinned scratch counts as a
/// tensor. Growth beyond a capacity is allowed, but trials that fit are preferred. O(trials · n (a + s)) for a free
/// areas and s scratch buffers per layer, plus the tensors.
///
/// Source: docs/method.md, "Scratch buffers". The source repeats the placement without saying with which choices.
[[nodiscard]] Planner scratch_planner();

}  // namespace arenascope
