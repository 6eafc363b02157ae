#pragma once

#include <optional>
#include <string>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// One memory with its own addresses: an arena, the local memory of a core, one part of a heap.
struct Region {
    std::string name = "arena";     ///< unique within a problem
    Address base = 0;               ///< address of offset 0; exported addresses are base + offset
    std::optional<Bytes> capacity;  ///< tails must not exceed it; empty: unlimited
    Bytes alignment = Bytes(1);     ///< ≥ 1; every offset in the region must be a multiple
    bool fast = false;              ///< the faster part of a heap, which scratch buffers may ask for
    /// Of a fast part: the region with the slower part of the same heap. none(): see heap_of_fast_part().
    RegionIndex slow_part = RegionIndex::none();
    /// Its addresses may belong to other such regions too, as those of a pool that spans several others. Overlaps
    /// between these regions are judged by address.
    bool shares_addresses = false;
    /// A second memory beside the first: buffers move there to make room. Its peak and its threshold stand beside those
    /// of the problem, which do not count it. Its capacity is its own.
    bool second = false;
    friend bool operator==(const Region&, const Region&) = default;
};

}  // namespace arenascope
