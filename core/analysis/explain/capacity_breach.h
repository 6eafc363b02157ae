#pragma once

#include <optional>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/planner.h"

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

/// The memory that an unplaced buffer lacks in its region, given the placed ones; 0 missing bytes: it would fit. A
/// buffer with gaps counts as in use for its whole lifetime. Empty if it is placed or its region has no capacity. O(n +
/// k log k) for k pieces alive at the same time.
[[nodiscard]] std::optional<Misfit> lack_of_room(const Problem& problem, const Layout& layout, BufferIndex buffer);

}  // namespace arenascope
