#pragma once

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Sets the changes of all frames, such as those of a file, and checkpoints. `changes` is by frame. An error if an
/// index is out of bounds, or if a change does not begin at the state before it; see validate_trace(). Linear.
[[nodiscard]] Expected<void> set_changes(Trace& trace, const IndexedVector<FrameIndex, FrameChanges>& changes);

/// Whether a trace is consistent, so that it can be replayed: no index is out of bounds, no offset is negative, frames
/// lie no deeper in each other than their kinds allow, and each change fits the state before it (see check_replay).
/// Linear.
[[nodiscard]] Expected<void> validate_trace(const Trace& trace);

/// The same for a trace of this problem, whose buffers it has: in every state, the address of each tail fits in 64
/// bits.
[[nodiscard]] Expected<void> validate_trace(const Trace& trace, const Problem& problem);

}  // namespace arenascope
