#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `operator-sharing`: decides which operators hand over memory, then places the shared blocks.
///
///   conv0 ──┐                       ┌──────────── concat ────────────┐
///   conv2 ──┼─▶ concat ─▶ conv4     │ conv0 │    conv2   │   conv3   │   one block, placed once
///   conv3 ──┘                       └────────────────────────────────┘
///
/// `method=source` takes the operators by falling memory and places each block at the lowest offset where no member
/// meets a placed dependency. `method=best` plans the blocks with the peak-suppression tuner three times: with all
/// sharing, without merges, and without sharing. It keeps the lowest result, so sharing never costs memory.
///
/// Source: docs/method.md, "Operator sharing".
[[nodiscard]] Planner operator_sharing();

}  // namespace arenascope
