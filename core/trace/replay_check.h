#pragma once

#include <cstdint>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/trace/trace.h"

namespace arenascope {

/// What a replay is checked against, beside itself. Null: not.
struct ReplayRules {
    /// By buffer: the highest offset that it may have.
    const IndexedVector<BufferIndex, std::int64_t>* highest = nullptr;
    /// By frame: the changes as they were told, of which the trace has kept the differences.
    const IndexedVector<FrameIndex, FrameChanges>* told = nullptr;
    /// Gets a checkpoint wherever one is due.
    ChangeStore* checkpoints = nullptr;
};

/// Replays all frames of a trace, and checks every state on the way: no index is out of bounds, no offset is negative
/// or too high, each change begins at the state before it, the counts are those of the changes, and a checkpoint is the
/// state that it stands for. After that, a TracePlayer can go anywhere. The heads of the frames must be valid.
///
/// Each frame leads from the state of its base (see base_of), so the frames form a tree. Its branches are followed one
/// after the other:
///
///   empty ─┬─ iteration 0 ── iteration 1 ── iteration 2      a branch is taken back frame by frame, or all at once
///          ├─ group 1 ─┬─ group 2                            by clearing the state, whichever costs less
///          │           └─ rearrangement 1 of group 2
///          └─ rearrangement 1 of group 1
///
/// Linear in the changes, and in the buffers for each branch that begins with the empty layout, but no more than that
/// branch has changes. An order with holes, which no recorder makes, costs its length at each change.
[[nodiscard]] Expected<void> check_replay(const Trace& trace, const ReplayRules& rules);

}  // namespace arenascope
