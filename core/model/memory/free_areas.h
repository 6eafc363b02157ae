#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The parts of a heap that no range occupies, by ascending offset; none of them is empty. `occupied` may be unsorted,
/// overlap and extend beyond the heap. O(k log k).
///
///   heap      ├────────────────────────┤
///   occupied     ███████    ████
///   areas     ├─┤       ├──┤    ├──────┤
[[nodiscard]] std::vector<AddressRange> areas_between(std::vector<AddressRange> occupied, AddressRange heap);

/// The heap of a region, in the offsets of the layout. It reaches from 0, or the lowest offset if that is negative, to
/// the highest tail. If scratch was placed, it is the heap before that, extended to all placed buffers. In an
/// unfinished layout, this is how far the heap has grown until now. Linear.
[[nodiscard]] AddressRange heap_of(const Problem& problem, const Layout& layout, RegionIndex region);

/// Removes the heap bounds that contradict the placed buffers, and returns them. Bounds are wrong if a buffer exceeds
/// them or, in a complete layout, if the buffers do not reach them. Linear for each.
std::vector<HeapBounds> remove_wrong_heaps(Layout& layout, const Problem& problem);

/// Receives the bytes of a region that are in use during `steps`. The ranges are sorted and do not touch.
using OccupancyUse = std::function<void(Lifetime steps, std::span<const AddressRange> occupied)>;

/// Calls `use` for each period in which the same placed pieces of the region are in use, in time order. The periods
/// cover the time from the first begin to the last end of all buffers. O(n log n + n k) for k pieces in use at once.
void for_each_occupancy(const Problem& problem, const Layout& layout, RegionIndex region, const OccupancyUse& use);

/// The free areas of a region at a step, within its heap. Linear in the buffers. Source: docs/method.md, section
/// "Scratch buffers".
[[nodiscard]] std::vector<AddressRange> free_areas(const Problem& problem, const Layout& layout, RegionIndex region,
                                                   Step step);

/// The free area that contains a placed buffer if the buffer is removed, at the step where it begins. Where the buffer
/// overlaps another one, only the part outside that one counts. Empty if the buffer is not placed or has no byte of its
/// own. Linear in the buffers.
[[nodiscard]] std::optional<AddressRange> area_taken_by(const Problem& problem, const Layout& layout,
                                                        BufferIndex buffer);

/// Whether a rule places scratch where no free area holds it, so that the heap grows.
[[nodiscard]] bool grows_heap(ScratchRule rule);

/// The bytes by which the heap of its region grew for a scratch buffer, in a layout in which nothing was placed after
/// it: less than the size of the buffer where a free area at the end of the heap held a part of it. Empty: its rule
/// does not grow the heap, or it is not placed. Linear.
[[nodiscard]] std::optional<Bytes> growth_for(const Problem& problem, const Layout& layout, BufferIndex buffer);

}  // namespace arenascope
