#pragma once

#include "core/error/error.h"
#include "core/memory/indexed_vector.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Sets the changes of all frames, such as those of a file, and checkpoints. `changes` is by frame. An error if an
/// index is out of bounds, or if a change does not begin at the state before it; see validate_trace(). Linear.
[[nodiscard]] Expected<void> set_changes(Trace& trace, const IndexedVector<FrameIndex, FrameChanges>& changes);

/// Whether all indices of a trace are consistent, so that it can be replayed: none may be out of bounds. Linear.
[[nodiscard]] Expected<void> validate_trace(const Trace& trace);

}  // namespace arenascope
