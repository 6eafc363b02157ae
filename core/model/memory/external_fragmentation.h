#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/placed_piece.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The free bytes below the highest live tail, over time. It is a step function: `free[i]` holds for the steps
/// [steps[i], steps[i + 1]). The last entry is the end of the last lifetime, where nothing is free.
///
///   ┌─────┐ highest live tail
///   │  b  │
///   ├─────┘
///   │ free       external fragmentation: free memory, but not contiguous with the memory above
///   ├─────┐
///   │  a  │
///   └─────┘ step
struct FragmentationProfile {
    std::vector<Step> steps;  ///< strictly ascending
    std::vector<Bytes> free;  ///< one for each of `steps`
    Bytes largest;
    std::int64_t total = 0;  ///< sum over all steps, in bytes · steps; at most 2^63 − 1
};

/// The profile of one region. The layout may be incomplete. A byte that buffers share on purpose counts once. Where
/// buffers overlap by mistake, the free size is never below 0. O(n log n) in its buffers and gaps. Source:
/// docs/method.md, section "Many-core".
[[nodiscard]] FragmentationProfile external_fragmentation(const Problem& problem, const Layout& layout,
                                                          RegionIndex region);

/// The profile of a region that holds only these pieces.
[[nodiscard]] FragmentationProfile external_fragmentation(std::vector<PlacedPiece> pieces);

}  // namespace arenascope
