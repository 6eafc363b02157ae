#include "core/analysis/explain/layout_figures.h"

#include <algorithm>

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
