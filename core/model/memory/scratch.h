#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/memory/address_range.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// The requirements of a scratch buffer beyond its size (docs/method.md, section "Scratch buffers").
struct ScratchRequest {
    BufferIndex buffer;
    bool variable = false;  ///< takes free space; the size is its minimum until it is placed
    Bytes minimum;          ///< ≥ 0, only for variable scratch; 0: none, it may end with size 0
    bool overlay = false;   ///< may overlap other scratch of its layer that also allows it
    bool fast = false;      ///< asks for the fast part of the heap
    friend bool operator==(const ScratchRequest&, const ScratchRequest&) = default;
};

/// The rule that placed a scratch buffer.
enum class ScratchRule : std::uint8_t {
    overlay,         ///< at the same addresses as another one that is at least as large
    overlay_below,   ///< over a smaller one and the free area below it
    overlay_above,   ///< over a smaller one and the free area above it
    free_top,        ///< at the top of the smallest free area that is large enough
    free_bottom,     ///< at the bottom of that area
    grown_top,       ///< the heap grew at its top
    grown_bottom,    ///< the heap grew at its bottom
    whole_area,      ///< variable: takes a whole free area
    equal_share,     ///< variable: takes an equal share of a free area
    no_area,         ///< variable without a minimum: no area is left, so its size is 0
    minimum_top,     ///< variable: the heap grew at its top to hold the minimum
    minimum_bottom,  ///< variable: the heap grew at its bottom to hold the minimum
};

[[nodiscard]] std::string_view name_of(ScratchRule rule);
[[nodiscard]] std::optional<ScratchRule> scratch_rule_named(std::string_view name);

/// A scratch buffer and the rule that placed it.
struct ScratchPlacement {
    BufferIndex buffer;
    ScratchRule rule = ScratchRule::free_bottom;
    friend bool operator==(const ScratchPlacement&, const ScratchPlacement&) = default;
};

/// The bounds of a heap, or of a part of it, before and after scratch was placed. Both use the offsets from before. If
/// the bottom moved down, `after.from` is negative, and all offsets of the layout are raised by that amount.
///
///   after.to   ┌ ─ ─ ─ ┐
///   before.to  ├───────┤
///              │       │
///   before.from├───────┤  0
///   after.from └ ─ ─ ─ ┘
struct HeapBounds {
    RegionIndex region;
    AddressRange before;
    AddressRange after;
    friend bool operator==(const HeapBounds&, const HeapBounds&) = default;
};

}  // namespace arenascope
