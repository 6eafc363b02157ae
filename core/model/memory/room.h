#pragma once

#include <span>
#include <vector>

#include "core/model/memory/address_range.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// The space for one more buffer next to the buffers that are alive during its lifetime.
///
///   capacity ├ ─ ─ ─ ─ ┤ ╮
///            │  lowest  │ │  the largest area also ends at the capacity
///            ├──────────┤ ╯
///            │ occupied │
///            ├──────────┤
///            └──────────┘ 0
struct Room {
    Offset lowest;       ///< the lowest offset where the buffer fits, even above the capacity
    Bytes largest_area;  ///< the largest contiguous free area below the capacity
};

/// `occupied` is sorted by first byte; ranges may overlap. Linear.
[[nodiscard]] Room room_among(std::span<const AddressRange> occupied, Bytes size, Bytes alignment, Bytes capacity);

/// The space for a buffer that is not placed, in its own region: next to the placed buffers that are in use during its
/// lifetime, also those of regions with the same addresses, and beside the `reserved` ranges of the region. Gaps of the
/// buffer itself are not used. O(n log n).
[[nodiscard]] Room room_for(const Problem& problem, const Layout& layout, BufferIndex buffer,
                            std::vector<AddressRange> reserved = {});

}  // namespace arenascope
