#pragma once

#include <span>

#include "core/memory/layout.h"
#include "core/planner/container/rectangle_container.h"

namespace arenascope {

/// The rectangle placer: places the pinned buffers first, then the others in the given order. Buffers not in the order
/// stay unplaced, unless they are pinned. The order may contain buffers of several regions. O(n log n) plus the cost of
/// the placements, see RectangleContainer.
///
/// Source: docs/method.md, "Peak suppression", step 2.
[[nodiscard]] Layout place_in_order(const Problem& problem, std::span<const BufferIndex> order, PlacingRule rule);

}  // namespace arenascope
