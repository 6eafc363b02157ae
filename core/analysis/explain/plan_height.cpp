#include "core/analysis/explain/plan_height.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_region.h"

namespace arenascope {

PlanHeight plan_height(const Problem& problem, const Layout& layout) {
    const bool is_placed = is_complete(layout) && !problem.buffers.empty();
    PlanHeight height;
    if (has_segment_regions(problem)) {
        const LiveProfile live = live_profile(problem, layout);
        height.threshold = live.threshold;
        height.peak_step = live.peak_step;
        if (is_placed) {
            height.peak = Offset(reserved_size(*problem.history).threshold.value());
        }
        return height;
    }
    const std::vector<Bytes> thresholds = region_thresholds(problem, layout);
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

}  // namespace arenascope
