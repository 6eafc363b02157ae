#pragma once

#include <span>

#include "core/memory/address_range.h"
#include "core/memory/quantity.h"

namespace arenascope {

/// The room for one more buffer beside what lies there throughout its lifetime.
///
///   capacity ├ ─ ─ ─ ─ ┤ ╮
///            │  lowest  │ │  the largest area ends at the capacity, too
///            ├──────────┤ ╯
///            │ occupied │
///            ├──────────┤
///            └──────────┘ 0
struct Room {
    Offset lowest;       ///< where it would lie lowest, whatever the capacity is
    Bytes largest_area;  ///< free below the capacity, in one piece
};

/// `occupied` by rising first byte; ranges may overlap. Linear.
[[nodiscard]] Room room_among(std::span<const AddressRange> occupied, Bytes size, Bytes alignment, Bytes capacity);

}  // namespace arenascope
