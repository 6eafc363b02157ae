#pragma once

#include <vector>

#include "core/model/memory/problem.h"

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

}  // namespace arenascope
