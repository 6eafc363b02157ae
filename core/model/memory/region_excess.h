#pragma once

#include <optional>
#include <span>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// How far the peak of a region is above its own theoretical threshold.
struct RegionExcess {
    RegionIndex region;
    double share = 0.0;  ///< as a fraction of the threshold, as in `fragmentation`
};

/// The region that exceeds its own threshold most, the first if several are equal; empty if none does. The highest peak
/// and highest threshold of a problem may belong to different regions, so they do not show this. O(r · n + n log n) for
/// r regions.
[[nodiscard]] std::optional<RegionExcess> largest_excess(const Problem& problem, const Layout& layout);

/// The same of known peaks and thresholds, one of each for each region. Linear in the regions.
[[nodiscard]] std::optional<RegionExcess> largest_excess(std::span<const Offset> peaks,
                                                         std::span<const Bytes> thresholds);

}  // namespace arenascope
