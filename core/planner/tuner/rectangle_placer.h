#pragma once

#include <span>

#include "core/memory/layout.h"
#include "core/planner/container/rectangle_container.h"

namespace arenascope {

/// The rectangle placer: pinned buffers first, then the rest in the given order; buffers that are neither stay
/// unplaced. The order may hold buffers of several regions. O(n log n + Σ c), see RectangleContainer.
/// Source: 000_ac36546300477820, paragraphs 87, 88, 103, 144.
[[nodiscard]] Layout place_in_order(const Problem& problem, std::span<const BufferIndex> order, PlacingRule rule);

}  // namespace arenascope
