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
    const auto& highest = figures.peak_place;
    if (!highest || tail > highest->peak || (tail == highest->peak && begin < highest->step)) {
        figures.peak_place = PeakPlace{begin, placement.region, tail};
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
    figures.reserved_at_highest_live = live_at(reserved, live.peak_step);
    figures.reserved_at_end = live_at(reserved, last);
    for (const AllocatorSegment& segment : history.segments) {
        figures.expandable += segment.is_expandable ? 1 : 0;
        figures.segments_at_end += std::ranges::any_of(
            segment.mapped, [last](const MappedMemory& piece) { return contains(piece.steps, last); });
    }
    return figures;
}

LayoutFigures layout_figures(const Problem& problem, const Layout& layout, IndexedSpan<BufferIndex, const Risk> risks) {
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
    figures.peak = figures.peak_place ? std::max(figures.peak_place->peak, Offset(0)) : Offset(0);
    return figures;
}

}  // namespace arenascope
