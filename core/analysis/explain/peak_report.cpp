#include "core/analysis/explain/peak_report.h"

#include <utility>

#include "core/model/memory/peak_region.h"
#include "core/model/memory/plan_profiles.h"

namespace arenascope {
namespace {

IndexedVector<RegionIndex, RegionHeight> region_heights(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, RegionHeight> heights(problem.regions.size());
    const PlanProfiles profiles(problem, layout);
    const IndexedVector<RegionIndex, Offset> peaks = region_peaks(problem, layout);
    IndexedVector<RegionIndex, bool> has_placed(heights.size(), false);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = layout.placements[i]) {
            has_placed[placement->region] = true;
        } else {
            ++heights[problem.buffers[i].region].unplaced;
        }
    }
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const RegionIndex region(i);
        RegionHeight& height = heights[region];
        height.threshold = profiles.of(region).threshold;
        height.peak_step = profiles.of(region).peak_step;
        if (has_placed[region] || height.unplaced == 0) {
            height.peak = peaks[region];
        }
    }
    return heights;
}

}  // namespace

PeakReport peak_report(const Problem& problem, const Layout& layout, std::optional<RegionIndex> region) {
    PeakExplanation found = explain_peak(problem, layout, region);
    PeakReport report;
    report.region = found.region;
    report.regions = region_heights(problem, layout);
    const RegionHeight& own = report.regions[report.region];
    report.peak = own.peak.value_or(Offset(0));
    report.threshold = own.threshold;
    report.peak_step = own.peak_step;
    report.chain = std::move(found.chain);
    report.holes = std::move(found.holes);
    report.live = live_shares(problem, layout, report.peak_step, report.region);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!layout.placements[i] && (!region || problem.buffers[i].region == *region)) {
            report.unplaced.emplace_back(i);
        }
    }
    return report;
}

}  // namespace arenascope
