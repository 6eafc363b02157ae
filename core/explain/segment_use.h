#pragma once

#include <vector>

#include "core/memory/allocator_history.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

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
};

/// What fragmentation cost at each failed allocation, by step. Complexity of segment_uses() for each.
[[nodiscard]] std::vector<FragmentationCost> fragmentation_costs(const Problem& problem, const Layout& layout);

}  // namespace arenascope
