#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// A placed buffer drawn: its length is its lifetime, its width is its size. A buffer with gaps is several of them.
/// Offsets are those of the container stack (see container.h), so that one vertical axis serves every region.
struct MemoryRectangle {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    BufferIndex buffer;
    friend bool operator==(const MemoryRectangle&, const MemoryRectangle&) = default;
};

/// Stands for "not in the picture" among what regions' offsets are raised by: nothing of such a region has a rectangle.
inline constexpr std::int64_t not_shown = std::numeric_limits<std::int64_t>::min();

/// The rectangles of one buffer at a placement, in time order.
[[nodiscard]] std::vector<MemoryRectangle> placed_rectangles(const Problem& problem, BufferIndex buffer,
                                                             Placement placement,
                                                             IndexedSpan<RegionIndex, const std::int64_t> shifts);

/// The rectangles of all placed buffers, in buffer order, pieces in time order. `shifts` is what each region's
/// offsets are raised by, by RegionIndex. Linear.
[[nodiscard]] std::vector<MemoryRectangle> memory_rectangles(const Problem& problem, const Layout& layout,
                                                             IndexedSpan<RegionIndex, const std::int64_t> shifts);

/// Those of one buffer, out of rectangles in buffer order. O(log n).
[[nodiscard]] std::span<const MemoryRectangle> rectangles_of_buffer(std::span<const MemoryRectangle> rectangles,
                                                                    BufferIndex buffer);

/// Where buffers overlap as rectangles of the stack, of no buffer; in the order given.
[[nodiscard]] std::vector<MemoryRectangle> overlap_rectangles(std::span<const OverlapArea> areas,
                                                              IndexedSpan<RegionIndex, const std::int64_t> shifts);

/// Overlapping pairs as rectangles of the stack, in the order given.
[[nodiscard]] std::vector<MemoryRectangle> overlap_rectangles(const Layout& layout, std::span<const Overlap> overlaps,
                                                              IndexedSpan<RegionIndex, const std::int64_t> shifts);

}  // namespace arenascope
