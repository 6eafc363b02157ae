#pragma once

#include <optional>
#include <string>

#include "core/memory/quantity.h"

namespace arenascope {

/// One memory with its own address range: an arena, a core's local memory, one part of a heap.
struct Region {
    std::string name = "arena";     ///< unique within a problem
    std::int64_t base = 0;          ///< address of offset 0, ≥ 0; exported addresses are base + offset
    std::optional<Bytes> capacity;  ///< tails must not pass it; none: nothing can exceed it
    Bytes alignment = Bytes(1);     ///< ≥ 1; every offset in it must be a multiple
    bool fast = false;              ///< the faster part of a heap: scratch buffers may ask for it
    friend bool operator==(const Region&, const Region&) = default;
};

}  // namespace arenascope
