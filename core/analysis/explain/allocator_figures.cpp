#include "core/analysis/explain/allocator_figures.h"

#include <algorithm>

#include "core/model/memory/live_profile.h"

namespace arenascope {

AllocatorFigures allocator_figures(const Problem& problem) {
    const AllocatorHistory& history = *problem.history;
    const LiveProfile live = live_profile(problem);
    const LiveProfile reserved = reserved_size(history);
    const Step last = last_step(history);
    AllocatorFigures figures;
    figures.highest_live = live.threshold;
    figures.highest_live_at = live.peak_step;
    figures.live_at_end = live_at(live, last);
    figures.highest_reserved = reserved.threshold;
    figures.highest_reserved_at = reserved.peak_step;
    figures.reserved_at_end = live_at(reserved, last);
    for (const AllocatorSegment& segment : history.segments) {
        figures.expandable += segment.is_expandable ? 1 : 0;
        figures.segments_at_end += std::ranges::any_of(
            segment.mapped, [last](const MappedMemory& piece) { return contains(piece.steps, last); });
    }
    return figures;
}

}  // namespace arenascope
