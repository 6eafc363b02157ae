#pragma once

#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// Where a buffer that is dragged along the offset axis comes to rest.
///
///   ┌──────┐ neighbour
///   ├──────┤ ← its bottom: the dragged tail snaps here
///      ⋮        else: the nearest multiple of the alignment
///   ├──────┤ ← a tail: the dragged bottom snaps here
struct SnapTargets {
    Bytes size;                   ///< of the dragged buffer
    Bytes alignment;              ///< every result is a multiple of it
    std::vector<Offset> tails;    ///< of what is alive with it, and the region's bottom, 0; sorted
    std::vector<Offset> bottoms;  ///< of what is alive with it; sorted
};

/// The targets for one buffer in a region, which need not be its own: what is placed there and shares time with it.
/// O(n log n).
[[nodiscard]] SnapTargets snap_targets(const Problem& problem, const Layout& layout, BufferIndex buffer,
                                       RegionIndex region);

/// The offset nearest to `wanted` that touches a target, where one is at most `reach` away; else the nearest multiple
/// of the alignment. Never negative. O(log n).
[[nodiscard]] Offset snapped(const SnapTargets& targets, Offset wanted, Bytes reach);

}  // namespace arenascope
