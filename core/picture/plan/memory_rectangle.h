#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A placed buffer as drawn: its length is its lifetime, its width is its size. A buffer with gaps has several
/// rectangles. Offsets are those of the container stack (see container.h), so that one vertical axis serves all
/// regions.
struct MemoryRectangle {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    BufferIndex buffer;
    friend bool operator==(const MemoryRectangle&, const MemoryRectangle&) = default;
};

/// The shift of a region that is not in the picture. Its buffers have no rectangles.
inline constexpr std::int64_t not_shown = std::numeric_limits<std::int64_t>::min();

/// A sum that is limited to 64 bits: broken layouts must be drawn too.
[[nodiscard]] constexpr std::int64_t limited_sum(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum)) {
        return sum;
    }
    return b > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

/// The rectangle of a buffer without gaps, whose size is above 0. Its region must be shown.
[[nodiscard]] inline MemoryRectangle whole_rectangle(const Buffer& buffer, const Placement& placement,
                                                     IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                                     BufferIndex index) {
    const std::int64_t bottom = limited_sum(placement.offset.value(), shifts[placement.region]);
    return {buffer.lifetime.begin.value(), buffer.lifetime.end.value(), bottom,
            limited_sum(bottom, buffer.size.value()), index};
}

/// The rectangles of one buffer at a placement, in time order.
[[nodiscard]] std::vector<MemoryRectangle> placed_rectangles(const Problem& problem, BufferIndex buffer,
                                                             Placement placement,
                                                             IndexedSpan<RegionIndex, const std::int64_t> shifts);

/// The heights of a whole buffer in the stack, from its offset to its tail; empty: it is not placed, its region is not
/// shown, or they do not fit in 64 bits.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> stacked_bytes(
    const Problem& problem, const Layout& layout, BufferIndex buffer,
    IndexedSpan<RegionIndex, const std::int64_t> shifts);

/// The rectangles of all placed buffers, in buffer order, pieces in time order. `shifts`: by RegionIndex, what is added
/// to the offsets (see `shifts` in container.h). Linear.
[[nodiscard]] std::vector<MemoryRectangle> memory_rectangles(const Problem& problem, const Layout& layout,
                                                             IndexedSpan<RegionIndex, const std::int64_t> shifts);

/// The rectangles of one buffer. `rectangles` must be in buffer order. O(log n).
[[nodiscard]] std::span<const MemoryRectangle> rectangles_of_buffer(std::span<const MemoryRectangle> rectangles,
                                                                    BufferIndex buffer);

/// The rectangles of these buffers, in their order. `rectangles` must be in buffer order. O(log n) for each buffer.
[[nodiscard]] std::vector<MemoryRectangle> rectangles_of(std::span<const MemoryRectangle> rectangles,
                                                         const std::vector<BufferIndex>& buffers);

/// The rectangles of these buffers, in their order. Those that are not placed or not shown have none. O(buffers).
[[nodiscard]] std::vector<MemoryRectangle> rectangles_of(const Problem& problem, const Layout& layout,
                                                         IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                                         std::span<const BufferIndex> buffers);

/// Overlap areas as rectangles of the stack, without a buffer, in the given order.
[[nodiscard]] std::vector<MemoryRectangle> overlap_rectangles(std::span<const OverlapArea> areas,
                                                              IndexedSpan<RegionIndex, const std::int64_t> shifts);

/// Overlapping pairs as rectangles of the stack, in the given order.
[[nodiscard]] std::vector<MemoryRectangle> overlap_rectangles(const Layout& layout, std::span<const Overlap> overlaps,
                                                              IndexedSpan<RegionIndex, const std::int64_t> shifts);

}  // namespace arenascope
