#include "core/analysis/explain/layout_figures.h"

#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

void add_placement(LayoutFigures& figures, const Buffer& buffer, const Placement& placement) {
    ++figures.placed;
    if (!takes_bytes(buffer)) {
        return;
    }
    const Offset tail = tail_of(buffer, placement.offset);
    const Step begin = buffer.lifetime.begin;
    const bool is_higher = !figures.peak_step || tail > figures.peak;
    if (is_higher || tail == figures.peak) {
        figures.peak_step = is_higher ? begin : std::min(*figures.peak_step, begin);
        figures.peak = tail;
    }
    Offset& top = figures.regions[placement.region].peak;
    top = std::max(top, tail);
}

}  // namespace

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

LayoutFigures layout_figures(const Problem& problem, const Layout& layout, IndexedSpan<BufferIndex, const Risk> risks,
                             const PlanProfiles& profiles, const LayoutFigures* before) {
    LayoutFigures figures;
    figures.buffers = problem.buffers.size();
    figures.regions.resize(problem.regions.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        figures.total_size = figures.total_size + buffer.size;
        if (const auto& placement = layout.placements[i]) {
            add_placement(figures, buffer, *placement);
        } else {
            ++figures.regions[buffer.region].unplaced;
        }
    }
    for (const Risk& risk : risks) {
        figures.risks.add(risk);
    }
    figures.peak = std::max(figures.peak, Offset(0));
    figures.threshold_step = problem.buffers.empty() ? std::nullopt : std::optional(profiles.deciding().peak_step);
    figures.recorded = before != nullptr  ? before->recorded
                       : !problem.history ? std::nullopt
                                          : std::optional(allocator_figures(problem));
    return figures;
}

}  // namespace arenascope
