#pragma once

#include "core/model/edit/edited_plan.h"

namespace arenascope {

/// Splits a buffer in time: the first part keeps its name and ends at the step, the second begins there and has a name
/// of its own. Both lie where the buffer lay, so that the live size stays the same in every step.
///
///   ├───────── a ─────────┤    ─▶    ├─── a ───┤├── a#2 ──┤
///                ↑ at
///
/// Gaps are divided. Operators before the step use the first part, the others the second. A transfer leads from the
/// part that is alive when it takes place. The second part may take over from the first, and hands on what the buffer
/// did. An error if the step is not after the first one of the lifetime and before its end. O(n log n).
[[nodiscard]] Expected<EditedPlan> with_split(const Problem& problem, const Layout& layout, BufferIndex buffer,
                                              Step at);

}  // namespace arenascope
