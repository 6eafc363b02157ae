#pragma once

#include <optional>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// How far the peak of one region is above its own theoretical threshold.
struct RegionExcess {
    RegionIndex region;
    double share = 0.0;  ///< as `fragmentation` has it
};

/// The region that is the furthest above its own threshold, the first of equals; nothing where none is above. The
/// highest peak and the highest threshold of several regions say nothing about the others. O(r · n + n log n) for r
/// regions.
[[nodiscard]] std::optional<RegionExcess> largest_excess(const Problem& problem, const Layout& layout);

}  // namespace arenascope
