#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `operator-sharing`: decides which operators hand over memory, then places the shared blocks.
///
///   conv0 ──┐                       ┌──────────── concat ────────────┐
///   conv2 ──┼─▶ concat ─▶ conv4     │ conv0 │    conv2   │   conv3   │   one block, placed once
///   conv3 ──┘                       └────────────────────────────────┘
///
/// `method=source` takes the operators by falling memory and places each whole block at the lowest offset where it
/// meets no placed dependency of a partner (see Avoidance::whole_blocks). Two stands are those of this project: an
/// operator in place that computes takes its input's block, and a sharing group is placed at once. `method=letter` does
/// without them (see place_by_letter()) and falls back on `source` where that is unsound.
///
/// `method=best` keeps the lowest of these: the blocks greedily, by whole blocks or by pieces; no sharing, by falling
/// size into the smallest gap; what search_sharing() finds, which also chooses what is copied; and the peak-suppression
/// tuner on the blocks with all sharing, without merges, without sharing, and as the search proposes. It ends as soon
/// as the peak is at the proved bound. The steps are recorded after that, so that all have the sharing of the result;
/// a tuned result is tuned again for this.
///
/// Source: docs/method.md, "Operator sharing".
[[nodiscard]] Planner operator_sharing();

}  // namespace arenascope
