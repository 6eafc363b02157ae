#pragma once

#include <optional>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/planner.h"

namespace arenascope {

/// What a buffer that is not placed lacks in its region, as the others lie there: 0 bytes are missing where it would
/// fit. A buffer with gaps is taken as in use throughout its lifetime. Nothing for one that is placed, or whose region
/// has no capacity. O(n + k log k) for k pieces that live beside it.
[[nodiscard]] std::optional<Misfit> lack_of_room(const Problem& problem, const Layout& layout, BufferIndex buffer);

}  // namespace arenascope
