#pragma once

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The region whose peak is the plan's: the one with the highest tail. Of several, the one with the highest threshold,
/// then the first. Whoever explains the peak of a plan with several memories explains this region, with its own
/// threshold, step and buffers. Linear in the buffers; O(n log n) if several regions are equally high.
[[nodiscard]] RegionIndex peak_region(const Problem& problem, const Layout& layout);

/// The highest tail of each region, at least 0. Linear.
[[nodiscard]] IndexedVector<RegionIndex, Offset> region_peaks(const Problem& problem, const Layout& layout);

}  // namespace arenascope
