#pragma once

#include <algorithm>

#include "core/memory/quantity.h"

namespace arenascope {

/// A half-open range of bytes in a region; `to` is the tail.
struct AddressRange {
    Offset from;
    Offset to;
    friend constexpr bool operator==(const AddressRange&, const AddressRange&) = default;
};

[[nodiscard]] constexpr Bytes size(AddressRange range) {
    return range.to - range.from;
}

[[nodiscard]] constexpr bool overlap(AddressRange a, AddressRange b) {
    return a.from < b.to && b.from < a.to;
}

/// The bytes that are in both ranges; empty (from ≥ to) if there are none.
[[nodiscard]] constexpr AddressRange intersection(AddressRange a, AddressRange b) {
    return {std::max(a.from, b.from), std::min(a.to, b.to)};
}

}  // namespace arenascope
