#pragma once

#include <functional>
#include <optional>
#include <span>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/placing_order.h"

namespace arenascope {

/// The buffers of a region without the pinned ones, in input order. Linear.
[[nodiscard]] PlacingOrder members_of(const Problem& problem, RegionIndex region);

/// Called before each placement with the number of placed buffers and the highest tail so far; true stops.
using BeforePlacing = std::function<bool(std::size_t placed, Offset peak)>;

/// Places the pinned buffers of a region, then the others in the given order by the rule. No rule: each buffer goes
/// above everything placed before. The container must be empty. Returns the highest tail, or nothing if it was stopped.
[[nodiscard]] std::optional<Offset> place_greedily(RectangleContainer& container, const Problem& problem,
                                                   RegionIndex region, const PlacingOrder& order,
                                                   std::optional<PlacingRule> rule, const BeforePlacing& before);

/// Copies the offsets of a region's buffers from a container into the layout. Buffers of other regions, which have
/// `unplaced_offset`, keep their placements. Linear.
void take_over(Layout& layout, std::span<const std::int64_t> offsets, RegionIndex region);

}  // namespace arenascope
