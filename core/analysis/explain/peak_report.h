#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/analysis/explain/peak_chain.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/live_share.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// How high a region is, and why it is not lower.
struct RegionHeight {
    std::optional<Offset> peak;  ///< empty: it has buffers, and none of them is placed
    Bytes threshold;             ///< of its own buffers
    Step peak_step;              ///< the first step at that threshold
    std::size_t unplaced = 0;    ///< its buffers without a placement
    friend bool operator==(const RegionHeight&, const RegionHeight&) = default;
};

/// Everything that `explain` and a report say about a peak, in one value, so that they agree. All of it is about one
/// region, except `regions` and `unplaced`.
struct PeakReport {
    RegionIndex region;  ///< the asked one, or peak_region()
    Offset peak;
    Bytes threshold;
    Step peak_step;  ///< the first step at that threshold
    std::vector<PeakChainLink> chain;
    std::vector<Hole> holes;
    std::vector<LiveShare> live;                       ///< its buffers in use at `peak_step`, in the problem's order
    std::vector<BufferIndex> unplaced;                 ///< without a placement: its buffers if asked for, else all
    IndexedVector<RegionIndex, RegionHeight> regions;  ///< all regions, for comparison
};

/// The report of one region, or of the one that decides the peak of the plan. O(n log n).
[[nodiscard]] PeakReport peak_report(const Problem& problem, const Layout& layout,
                                     std::optional<RegionIndex> region = std::nullopt);

}  // namespace arenascope
