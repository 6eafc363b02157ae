#include "core/explain/peak_report.h"

#include <algorithm>
#include <utility>

#include "core/memory/live_profile.h"

namespace arenascope {
namespace {

/// The region with the highest threshold, the first among equals. Each region has its own threshold.
RegionIndex deciding_region(const Problem& problem, const Layout& layout) {
    const std::vector<Bytes> thresholds = region_thresholds(problem, layout);
    const auto highest = std::max_element(thresholds.begin(), thresholds.end());
    return RegionIndex(static_cast<std::size_t>(highest - thresholds.begin()));
}

}  // namespace

PeakReport peak_report(const Problem& problem, const Layout& layout, std::optional<RegionIndex> region) {
    PeakReport report;
    PeakExplanation found = explain_peak(problem, layout, region);
    const RegionIndex deciding = region ? *region : deciding_region(problem, layout);
    report.region = found.chain.empty() ? deciding : layout.placements[found.chain.back().buffer]->region;
    report.peak = peak(problem, layout, report.region);
    const LiveProfile profile = live_profile(problem, layout, deciding);
    report.threshold = profile.threshold;
    report.peak_step = profile.peak_step;
    report.chain = std::move(found.chain);
    report.holes = std::move(found.holes);
    for (const LiveBuffer& live : live_set(problem, report.peak_step)) {
        if (problem.buffers[live.buffer].region == deciding) {
            report.live.push_back(live);
        }
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!layout.placements[i] && (!region || problem.buffers[i].region == *region)) {
            report.unplaced.emplace_back(i);
        }
    }
    return report;
}

}  // namespace arenascope
