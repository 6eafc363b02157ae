#include "core/memory/layout.h"

#include <algorithm>

namespace arenascope {
namespace {

template <class Accept>
Offset highest_tail(const Problem& problem, const Layout& layout, Accept&& accept) {
    Offset highest;
    for (std::size_t i = 0; i < layout.placements.size(); ++i) {
        if (const auto& placement = layout.placements[i]; placement && accept(placement->region)) {
            highest = std::max(highest, placement->offset + problem.buffers[i].size);
        }
    }
    return highest;
}

}  // namespace

Layout empty_layout(const Problem& problem) {
    return {std::vector<std::optional<Placement>>(problem.buffers.size()), {}};
}

bool is_complete(const Layout& layout) {
    return std::all_of(layout.placements.begin(), layout.placements.end(),
                       [](const auto& placement) { return placement.has_value(); });
}

Offset peak(const Problem& problem, const Layout& layout) {
    return highest_tail(problem, layout, [](RegionIndex) { return true; });
}

Offset peak(const Problem& problem, const Layout& layout, RegionIndex region) {
    return highest_tail(problem, layout, [region](RegionIndex candidate) { return candidate == region; });
}

bool fits(const Problem& problem, const Layout& layout) {
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const auto& capacity = problem.regions[i].capacity;
        if (capacity && peak(problem, layout, RegionIndex(i)) > Offset(capacity->value())) {
            return false;
        }
    }
    return true;
}

}  // namespace arenascope
