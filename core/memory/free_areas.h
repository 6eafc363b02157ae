#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// What of a heap no range occupies, by rising offset; none is empty. `occupied` may come in any order, overlap and
/// reach beyond the heap. O(k log k).
///
///   heap      ├────────────────────────┤
///   occupied     ███████    ████
///   areas     ├─┤       ├──┤    ├──────┤
[[nodiscard]] std::vector<AddressRange> areas_between(std::vector<AddressRange> occupied, AddressRange heap);

/// What the heap of a region is in a layout, in the layout's own offsets: from 0, or the lowest offset where that is
/// negative, to the highest tail. Where scratch was placed it is the heap from before, and as far beyond as the buffers
/// reach that are placed: so of a run that is under way, as far as it has grown by then. Linear.
[[nodiscard]] AddressRange heap_of(const Problem& problem, const Layout& layout, RegionIndex region);

/// Takes those bounds of heaps out of a layout that what lies there passes or, all being placed, does not reach, and
/// hands them out. Linear for each.
std::vector<HeapBounds> leave_out_false_heaps(Layout& layout, const Problem& problem);

/// Told of the bytes of a region that are in use over some steps: sorted, neither overlapping nor touching.
using OccupancyUse = std::function<void(Lifetime steps, std::span<const AddressRange> occupied)>;

/// Calls `use` for each stretch of time, in time order, in which the same placed pieces of the region are in use, from
/// the first begin to the last end of all buffers. O(n log n + n k) for k pieces in use at the same time.
void for_each_occupancy(const Problem& problem, const Layout& layout, RegionIndex region, const OccupancyUse& use);

/// The free areas of a region at a step, within its heap. Linear in the buffers.
/// Source: 004_1da6691e92b8fba4 (the list of free areas of a layer); method 6.
[[nodiscard]] std::vector<AddressRange> free_areas(const Problem& problem, const Layout& layout, RegionIndex region,
                                                   Step step);

/// The free area that a placed buffer was put into: what would be free around it as it begins, were it not there, in
/// the heap as far as the buffers reach that are placed. Of what lies over another one it is the part beside that;
/// nothing for what is not placed, or has no byte to itself. Linear in the buffers.
[[nodiscard]] std::optional<AddressRange> area_taken_by(const Problem& problem, const Layout& layout,
                                                        BufferIndex buffer);

}  // namespace arenascope
