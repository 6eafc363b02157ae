#pragma once

#include <optional>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The scratch buffer that made a heap exceed its capacity.
struct CapacityBreach {
    BufferIndex buffer;
    Step step;                ///< its layer
    Bytes missing;            ///< how far the heap exceeds its capacity after it grew for this buffer
    Bytes largest_free_area;  ///< in its step below the capacity, before the buffer was placed
    friend bool operator==(const CapacityBreach&, const CapacityBreach&) = default;
};

/// Finds the scratch buffer that made the heap of a region exceed its capacity. It is the first one, in placing order,
/// with which the heap exceeds it. Alignment may move an end of the heap further than any buffer reaches; then it is
/// the largest buffer that the heap grew for. Empty if the region has no capacity, if the tensors alone exceed it, or
/// if the heap did not grow for scratch. O(n log n). Source: docs/method.md, section "Scratch buffers".
[[nodiscard]] std::optional<CapacityBreach> breach_by_scratch(const Problem& problem, const Layout& layout,
                                                              RegionIndex region);

}  // namespace arenascope
