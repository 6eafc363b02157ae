#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/planner/container/rectangle_container.h"

namespace arenascope {

/// Buffers of one region in the order in which a planner places them.
using PlacingOrder = std::vector<BufferIndex>;

/// Sorts the buffers of a region, given in input order, into placing order. Ties keep the input order.
using OrderRule = PlacingOrder (*)(const Problem& problem, RegionIndex region, const PlacingOrder& members);

/// Input order. Linear.
[[nodiscard]] PlacingOrder in_input_order(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// By falling size. O(n log n), and so are all orders below.
[[nodiscard]] PlacingOrder by_size(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// By falling size, then by falling length.
[[nodiscard]] PlacingOrder by_size_then_length(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// By falling length, then by falling size.
[[nodiscard]] PlacingOrder by_length_then_size(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// Buffers alive throughout the region's time first; then by falling size, then by first use.
[[nodiscard]] PlacingOrder throughout_then_by_size(const Problem& problem, RegionIndex region,
                                                   const PlacingOrder& members);
/// By falling number of conflicts, then by falling size.
[[nodiscard]] PlacingOrder by_conflicts(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// By falling size · length, in 128 bits.
[[nodiscard]] PlacingOrder by_area(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// Steps by falling breadth (live size), the earlier of equals first; in each step its buffers by falling size.
[[nodiscard]] PlacingOrder by_breadth(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// By begin.
[[nodiscard]] PlacingOrder by_birth(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// Buffers alive at the first step at the threshold, by falling length; then the others by falling size.
[[nodiscard]] PlacingOrder around_the_peak(const Problem& problem, RegionIndex region, const PlacingOrder& members);
/// Buffers of at least 1/1000 of the threshold first, then the small ones; both by falling length.
[[nodiscard]] PlacingOrder large_then_by_length(const Problem& problem, RegionIndex region,
                                                const PlacingOrder& members);

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
