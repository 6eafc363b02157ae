#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// How much of a segment is in use at one step.
///
///   ▓▓▓▓░░░░░░▓▓░░░░     mapped 16, held by 2 buffers, free 10 in 2 pieces, the largest 6
///
/// The segment cannot go back to the device while a buffer holds it: the buffer pins the free bytes.
struct SegmentUse {
    SegmentIndex segment;
    Bytes mapped;                      ///< bytes that exist at the step
    Bytes free;                        ///< of these, bytes in no live allocation, whose size counts as rounded up
    Bytes largest_piece;               ///< the longest run of free bytes
    std::vector<BufferIndex> held_by;  ///< live buffers, by address
    friend bool operator==(const SegmentUse&, const SegmentUse&) = default;
};

/// The use of all segments that exist at a step, by address. Empty if the problem has no history, or if the layout is
/// not that of the history. O(n) in buffers and mapped pieces, times log n for those alive at the step.
[[nodiscard]] std::vector<SegmentUse> segment_uses(const Problem& problem, const Layout& layout, Step step);

/// The segments that buffers keep from going back to the device although they have free bytes: most free bytes first,
/// then those with the fewest holders. Complexity as segment_uses().
[[nodiscard]] std::vector<SegmentUse> pinned_segments(const Problem& problem, const Layout& layout, Step step);

/// What was free when an allocation failed.
struct FragmentationCost {
    OutOfMemory failed;
    Bytes reserved;                    ///< what the allocator held
    Bytes live;                        ///< of that, requested bytes in live allocations
    Bytes free;                        ///< of that, bytes in no allocation
    Bytes largest_piece;               ///< the longest run of them; a request for more needs new memory from the device
    std::vector<SegmentUse> segments;  ///< with free bytes; most first

    /// The free bytes were enough for the request, but no piece was.
    [[nodiscard]] bool is_cause() const {
        return largest_free() < failed.requested && free_of_all() >= failed.requested;
    }
    /// The longest run of free bytes, in the segments or on the device.
    [[nodiscard]] Bytes largest_free() const { return std::max(largest_piece, failed.device_free.value_or(Bytes(0))); }
    /// Free bytes in the segments and on the device; at most 2^63 − 1.
    [[nodiscard]] Bytes free_of_all() const {
        return Bytes(checked_add(free.value(), failed.device_free.value_or(Bytes(0)).value())
                         .value_or(std::numeric_limits<std::int64_t>::max()));
    }
};

/// What fragmentation cost at one failed allocation of the history. Complexity of segment_uses(). All zero if the
/// layout is not that of the history.
[[nodiscard]] FragmentationCost fragmentation_cost(const Problem& problem, const Layout& layout,
                                                   const OutOfMemory& failed);

/// What fragmentation cost at each failed allocation, by step. Complexity of segment_uses() for each.
[[nodiscard]] std::vector<FragmentationCost> fragmentation_costs(const Problem& problem, const Layout& layout);

}  // namespace arenascope
