#pragma once

#include <span>

#include "core/trace/trace.h"

namespace arenascope {

/// The members of the group that a frame is, or whose rearrangement it is. Empty: it is neither.
[[nodiscard]] std::span<const BufferIndex> group_at(const Trace& trace, FrameIndex frame);

/// The iteration whose tiers made the group of a frame: the one before the frame's own. Its risks are those that the
/// tuner saw, while those of a partial layout would be others. none(): the frame has no group, or the trace does not
/// have that iteration.
///
///   iteration 3 ── its tiers ──▶ iteration 4 ─┬─ group 1 ── rearrangement 1
///                                             └─ group 2
[[nodiscard]] FrameIndex tier_frame(const Trace& trace, FrameIndex frame);

}  // namespace arenascope
