#pragma once

#include <optional>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The scratch buffer for which a heap grew beyond its capacity.
struct CapacityBreach {
    BufferIndex buffer;
    Step step;                ///< its layer
    Bytes missing;            ///< what the heap passes its capacity by once it has grown for this buffer
    Bytes largest_free_area;  ///< of its step, in the heap as the buffer found it
    friend bool operator==(const CapacityBreach&, const CapacityBreach&) = default;
};

/// Which scratch made the heap of a region pass its capacity: the first in the order of placing with which it does,
/// else (where an alignment moved an end further than its buffer reaches) the largest one that the heap grew for.
/// Nothing without a capacity, where the tensors alone pass it, and where the heap grew for no scratch. O(n log n).
/// Source: 004_1da6691e92b8fba4; method 6.1 and 6.2.
[[nodiscard]] std::optional<CapacityBreach> breach_by_scratch(const Problem& problem, const Layout& layout,
                                                              RegionIndex region);

}  // namespace arenascope
