#pragma once

#include <cstdint>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/greedy/greedy_placement.h"

namespace arenascope {

/// Some buffers of a region as a problem of their own, so that placing them costs nothing for all the others. The
/// pinned buffers of the region belong to every part.
///
///   region   a b c d e f g        part   b e f      its buffers are 0, 1, 2 there; `whole` says that they are b, e, f
struct RegionPart {
    Problem problem;                                     ///< without names; the region has the same number
    IndexedVector<BufferIndex, BufferIndex> whole = {};  ///< each buffer of the part in the whole problem
    PlacingOrder members = {};                           ///< those to place, in input order
    PlacingOrder pinned = {};
};

/// The part with these members of a region, which are in input order. Linear in them and in all buffers.
[[nodiscard]] RegionPart region_part(const Problem& problem, RegionIndex region, const PlacingOrder& members);

}  // namespace arenascope
