#pragma once

#include <algorithm>

#include "core/model/memory/quantity.h"

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

/// Whether an operator that goes through both from one end to the other, and writes one while it reads the other, never
/// writes over what it still reads:
///
///   read      │ x │ x │ x │ x │
///   written │ y │ y │ y │           the written bytes begin and end no later, or no earlier if it runs backwards
[[nodiscard]] constexpr bool runs_ahead(AddressRange read, AddressRange written) {
    return (written.from <= read.from && written.to <= read.to) || (written.from >= read.from && written.to >= read.to);
}

}  // namespace arenascope
