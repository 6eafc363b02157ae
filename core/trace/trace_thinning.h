#pragma once

#include "core/base/containers/indexed_vector.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Removes each frame for which `kept` (by frame) is false, with the frames inside it. Each remaining frame takes over
/// the changes of the siblings removed before it, so it replays to the same state. Counts the removed frames in
/// Trace::dropped and Frame::skipped. Returns by former index the new one; none(): removed. The result of the trace
/// must be kept. If a group is removed, no later group of its parent may keep a rearrangement. The changes of each
/// frame must be sorted by buffer or position, as TraceRecorder records them. Checkpoints of remaining frames stay.
/// Linear in the trace.
IndexedVector<FrameIndex, FrameIndex> keep_frames(Trace& trace, const IndexedVector<FrameIndex, bool>& kept);

/// The chief frames that can be removed first: all but iterations, the first, the result, the last, and those in
/// `needed` (by frame). Steps that did not lower the best peak of their region go before the others. If there are none,
/// passes without a frame inside. Frames with frames inside are never listed. O(n log r) for r regions.
[[nodiscard]] std::vector<FrameIndex> least_needed_frames(const Trace& trace,
                                                          const IndexedVector<FrameIndex, bool>& needed);

}  // namespace arenascope
