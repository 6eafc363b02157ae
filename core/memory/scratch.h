#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/memory/address_range.h"
#include "core/memory/quantity.h"

namespace arenascope {

/// What a layer asks of a scratch buffer beyond its size (004_1da6691e92b8fba4; method 6).
struct ScratchRequest {
    BufferIndex buffer;
    bool variable = false;     ///< takes what is free; its size is what it was given, or its minimum before that
    Bytes minimum = Bytes(1);  ///< ≥ 1; of a variable one
    bool overlay = false;      ///< may lie over other scratch of its layer that allows it, too
    bool fast = false;         ///< wants the fast part of the heap
    friend bool operator==(const ScratchRequest&, const ScratchRequest&) = default;
};

/// Which case placed a scratch buffer.
enum class ScratchRule : std::uint8_t {
    overlay,         ///< at the addresses of another one, at least as large
    overlay_below,   ///< over a smaller one, and the free area below that
    free_top,        ///< at the top of the smallest free area that holds it
    free_bottom,     ///< at the bottom of that
    grown_top,       ///< the heap grew at its top
    grown_bottom,    ///< the heap grew at its bottom
    whole_area,      ///< variable: all of a free area
    equal_share,     ///< variable: a free area shared equally
    minimum_top,     ///< variable: the heap grew at its top for the minimum
    minimum_bottom,  ///< variable: the heap grew at its bottom for the minimum
};

[[nodiscard]] std::string_view name_of(ScratchRule rule);
[[nodiscard]] std::optional<ScratchRule> scratch_rule_named(std::string_view name);

/// How a scratch buffer came to its place.
struct ScratchPlacement {
    BufferIndex buffer;
    ScratchRule rule = ScratchRule::free_bottom;
    friend bool operator==(const ScratchPlacement&, const ScratchPlacement&) = default;
};

/// How far a heap, or a part of it, reached before scratch was placed and how far it reaches now. Both are told in the
/// offsets from before: where the bottom has moved down, `after.from` is negative, and all offsets of the layout are
/// raised by as much.
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
