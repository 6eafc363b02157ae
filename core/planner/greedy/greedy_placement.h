#pragma once

#include <functional>
#include <optional>
#include <span>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/placing_order.h"

namespace arenascope {

/// The buffers of a region that are to be placed: all but the pinned ones, in input order. Linear.
[[nodiscard]] PlacingOrder members_of(const Problem& problem, RegionIndex region);

/// Called before each placement with the number of those made and the highest tail so far; true stops.
using BeforePlacing = std::function<bool(std::size_t placed, Offset peak)>;

/// Fills the container of a region, which must be empty: pinned buffers first, then the rest in that order by the rule
/// (none: above everything that is placed). The highest tail; none when it was stopped on the way.
[[nodiscard]] std::optional<Offset> place_greedily(RectangleContainer& container, const Problem& problem,
                                                   RegionIndex region, const PlacingOrder& order,
                                                   std::optional<PlacingRule> rule, const BeforePlacing& before);

/// Writes down the offsets of a region's buffers, by BufferIndex, as a container has them; those of the others, which
/// are `unplaced_offset`, stay as they are. Linear.
void take_over(Layout& layout, std::span<const std::int64_t> offsets, RegionIndex region);

}  // namespace arenascope
