#include "core/explain/plan_summary.h"

#include <algorithm>
#include <vector>

#include "core/memory/allocator_history.h"
#include "core/memory/live_profile.h"
#include "core/memory/tail.h"

namespace arenascope {
namespace {

/// One pass for all regions: a recorded allocator has thousands of them.
IndexedVector<RegionIndex, RegionSummary> summaries_of_regions(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, RegionSummary> regions(problem.regions.size());
    IndexedVector<RegionIndex, Offset> highest(problem.regions.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        ++regions[buffer.region].buffers;
        if (const auto& placement = layout.placements[i]) {
            ++regions[placement->region].placed;
            Offset& top = highest[placement->region];
            top = std::max(top, tail_of(buffer, placement->offset));
        }
    }
    const std::vector<Bytes> thresholds = region_thresholds(problem, layout);
    for (std::size_t i = 0; i < regions.size(); ++i) {
        RegionSummary& own = regions[RegionIndex(i)];
        own.threshold = thresholds[i];
        if (own.buffers > 0 && own.placed == own.buffers) {
            own.peak = highest[RegionIndex(i)];
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

PlanSummary plan_summary(const Problem& problem, const Layout& layout, bool is_model) {
    const LiveProfile profile =
        has_segment_regions(problem) ? live_profile(problem) : deciding_profile(problem, layout);
    PlanSummary summary;
    summary.steps = steps_of(problem, is_model);
    summary.threshold = profile.threshold;
    summary.peak_step = profile.peak_step;
    summary.total = total_size(problem);
    if (is_complete(layout) && !problem.buffers.empty()) {
        summary.peak = peak(problem, layout);
    }
    summary.regions = summaries_of_regions(problem, layout);
    return summary;
}

}  // namespace arenascope
