#pragma once

#include <span>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The offsets at which a dragged buffer snaps.
///
///   ┌──────┐ neighbour
///   ├──────┤ ← its bottom: the dragged tail snaps here
///      ⋮        otherwise: the nearest multiple of the alignment
///   ├──────┤ ← a tail: the dragged bottom snaps here
struct SnapTargets {
    Bytes size;                   ///< of the dragged buffer
    Bytes alignment;              ///< every result is a multiple of it
    std::vector<Offset> tails;    ///< of the buffers alive at the same time, and 0 for the bottom of the region; sorted
    std::vector<Offset> bottoms;  ///< offsets of the buffers alive at the same time; sorted
};

/// The targets for dragging a buffer in a region, which may be another one than its own. They come from those of the
/// others that are placed there and share time with it. O(k log k) for k others.
[[nodiscard]] SnapTargets snap_targets(const Problem& problem, const Layout& layout, BufferIndex buffer,
                                       RegionIndex region, std::span<const BufferIndex> others);

/// The offset nearest to `wanted` that touches a target at most `reach` away, otherwise the nearest multiple of the
/// alignment. Never negative. O(log n).
[[nodiscard]] Offset snapped(const SnapTargets& targets, Offset wanted, Bytes reach);

}  // namespace arenascope
