#pragma once

#include <span>

#include "core/memory/address_range.h"
#include "core/memory/quantity.h"

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

}  // namespace arenascope
