#pragma once

#include <span>

#include "core/model/edit/edited_plan.h"

namespace arenascope {

/// Adds a buffer behind the others, at the lowest free offset of its region; a pinned one at its pin. With a usage
/// graph, it may take over from what has ended, and hand on to what begins later. An error if it has no name or the
/// name of another one, or if a value is invalid. O(n log n).
[[nodiscard]] Expected<EditedPlan> with_buffer(const Problem& problem, const Layout& layout, Buffer buffer);

/// Adds a twin of each of these buffers: the same size, lifetime, gaps, scratch requirements and takeovers, with a name
/// of its own and the lowest free offset. Hint and pin, transfers and operators stay with the original. O(k n log n)
/// for k twins.
///
///   ├─ a ─┤  ├──── b ────┤          ├─ a ─┤  ├──── b ────┤
///                             ─▶    ├─ a#2 ─┤
[[nodiscard]] Expected<EditedPlan> with_duplicates(const Problem& problem, const Layout& layout,
                                                   std::span<const BufferIndex> buffers);

}  // namespace arenascope
