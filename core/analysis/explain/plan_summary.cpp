#include "core/analysis/explain/plan_summary.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_region.h"

namespace arenascope {
namespace {

/// One pass for all regions: a recorded allocator has thousands of them.
IndexedVector<RegionIndex, RegionSummary> summaries_of_regions(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, RegionSummary> regions(problem.regions.size());
    const IndexedVector<RegionIndex, Offset> peaks = region_peaks(problem, layout);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        ++regions[buffer.region].buffers;
        if (const auto& placement = layout.placements[i]) {
            ++regions[placement->region].placed;
        }
    }
    const std::vector<Bytes> thresholds = region_thresholds(problem, layout);
    for (std::size_t i = 0; i < regions.size(); ++i) {
        RegionSummary& own = regions[RegionIndex(i)];
        own.threshold = thresholds[i];
        if (own.buffers > 0 && own.placed == own.buffers) {
            own.peak = peaks[RegionIndex(i)];
        }
    }
    return regions;
}

Lifetime steps_of(const Problem& problem, bool is_model) {
    if (problem.history) {
        return {Step(0), last_step(*problem.history) + Duration(1)};
    }
    return is_model && problem.graph
               ? Lifetime{Step(0), Step(static_cast<std::int64_t>(problem.graph->operators.size()))}
               : time_span(problem);
}

}  // namespace

PlanHeight plan_height(const Problem& problem, const Layout& layout) {
    const bool is_placed = is_complete(layout) && !problem.buffers.empty();
    PlanHeight height;
    if (has_segment_regions(problem)) {
        const LiveProfile live = live_profile(problem, layout);
        height.threshold = live.threshold;
        height.peak_step = live.peak_step;
        if (is_placed) {
            // Allocations in no segment of the file were in memory, too.
            height.peak = Offset(std::max(reserved_size(*problem.history).threshold, live.threshold).value());
        }
        return height;
    }
    std::vector<Bytes> thresholds = region_thresholds(problem, layout);
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        thresholds[i] = counts_in_peak(problem, RegionIndex(i)) ? thresholds[i] : Bytes(-1);
    }
    const auto highest = std::ranges::max_element(thresholds);
    height.threshold_in = RegionIndex(static_cast<std::size_t>(highest - thresholds.begin()));
    height.threshold = *highest;
    height.peak_step = live_profile(problem, layout, *height.threshold_in).peak_step;
    if (is_placed) {
        height.peak_in = peak_region(problem, layout);
        height.peak = peak(problem, layout, *height.peak_in);
    }
    return height;
}

PlanSummary plan_summary(const Problem& problem, const Layout& layout, bool is_model) {
    PlanSummary summary;
    summary.steps = steps_of(problem, is_model);
    summary.height = plan_height(problem, layout);
    summary.total = total_size(problem);
    summary.regions = summaries_of_regions(problem, layout);
    return summary;
}

FactTable region_facts(const Problem& problem, const PlanSummary& summary) {
    FactTable facts{{"name", "base", "capacity", "alignment", "buffers", "threshold", "peak"}, {}};
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const Region& region = problem.regions[i];
        const RegionSummary& own = summary.regions[RegionIndex(i)];
        facts.rows.push_back({region.name, address_fact(region.base), fact(region.capacity), region.alignment.value(),
                              own.buffers, own.threshold.value(), fact(own.peak)});
    }
    return facts;
}

}  // namespace arenascope
