#pragma once

#include "core/planner/planner.h"

namespace arenascope {

/// The planner `operator-sharing`: memory handed on between operators before anything is placed.
///
///   conv0 ──┐                       ┌──────────── concat ────────────┐
///   conv2 ──┼─▶ concat ─▶ conv4     │ conv0 │    conv2   │   conv3   │   one block, placed once
///   conv3 ──┘                       └────────────────────────────────┘
///
/// `method=source` goes through the operators by falling memory and places each block at the lowest offset where none
/// of its members meets a placed dependency. `method=best` gives the blocks to the peak-suppression tuner, with all
/// sharing, without merges, and with none, and keeps the lowest: sharing never costs memory.
/// Source: 001_e2575c4dd07d4c13.
[[nodiscard]] Planner operator_sharing();

}  // namespace arenascope
