#pragma once

#include <optional>
#include <vector>

#include "core/explain/peak_chain.h"
#include "core/memory/conflict.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// Everything that `explain` and a report say about a peak, in one value, so that they agree.
struct PeakReport {
    RegionIndex region;  ///< the one with the chain; without a chain, the deciding one
    Offset peak;         ///< of that region
    Bytes threshold;     ///< of the deciding region: the asked one, or the one with the highest threshold
    Step peak_step;      ///< the first step at that threshold
    std::vector<PeakChainLink> chain;
    std::vector<Hole> holes;
    std::vector<LiveBuffer> live;  ///< buffers of the deciding region in use at `peak_step`, in the problem's order
    std::vector<BufferIndex> unplaced;  ///< buffers without a placement
};

/// The report of one region, or of the whole plan. O(n log n).
[[nodiscard]] PeakReport peak_report(const Problem& problem, const Layout& layout,
                                     std::optional<RegionIndex> region = std::nullopt);

}  // namespace arenascope
