#pragma once

#include <optional>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/planner.h"

namespace arenascope {

/// The memory that an unplaced buffer lacks in its region, given the placed ones; 0 missing bytes: it would fit. A
/// buffer with gaps counts as in use for its whole lifetime. Empty if it is placed or its region has no capacity. O(n +
/// k log k) for k pieces alive at the same time.
[[nodiscard]] std::optional<Misfit> lack_of_room(const Problem& problem, const Layout& layout, BufferIndex buffer);

}  // namespace arenascope
