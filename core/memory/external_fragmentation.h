#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/placed_piece.h"
#include "core/memory/problem.h"

namespace arenascope {

/// What is free below the highest tail that lives, over time, as a staircase: `free[i]` holds for the steps
/// [steps[i], steps[i + 1]). The last entry is the end of the last lifetime, with nothing free.
///
///   ┌─────┐ highest live tail
///   │  b  │
///   ├─────┘
///   │ free       external fragmentation: memory that is there, and not in one piece with what lies above
///   ├─────┐
///   │  a  │
///   └─────┘ step
struct FragmentationProfile {
    std::vector<Step> steps;  ///< strictly rising
    std::vector<Bytes> free;  ///< one for each of `steps`
    Bytes largest;
    std::int64_t total = 0;  ///< sum over all steps, in bytes · steps; 2^63 − 1 where it would be more
};

/// The profile of one region of a layout, whole or not. Where buffers share bytes on purpose each counts, and what is
/// free is never below 0. O(n log n) in its buffers and gaps. Source: 003_8153cae81998554d; method 5.
[[nodiscard]] FragmentationProfile external_fragmentation(const Problem& problem, const Layout& layout,
                                                          RegionIndex region);

/// The profile of these pieces of a region alone.
[[nodiscard]] FragmentationProfile external_fragmentation(std::vector<PlacedPiece> pieces);

}  // namespace arenascope
