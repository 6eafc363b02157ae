#pragma once

#include <span>

#include "core/planner/greedy/greedy_placement.h"

namespace arenascope::test {

/// Places the pinned buffers first, then the others in the given order, region by region. Buffers not in the order stay
/// unplaced, unless they are pinned.
inline Layout place_in_order(const Problem& problem, std::span<const BufferIndex> order, PlacingRule rule) {
    Layout layout = empty_layout(problem);
    PlacingOrder of_region;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const RegionIndex region(i);
        of_region.clear();
        for (const BufferIndex buffer : order) {
            if (problem.buffers[buffer].region == region && !problem.buffers[buffer].pin) {
                of_region.push_back(buffer);
            }
        }
        RectangleContainer container(problem, region);
        (void)place_greedily(container, problem, region, of_region, rule, [](std::size_t, Offset) { return false; });
        take_over(layout, container.offsets(), region);
    }
    return layout;
}

}  // namespace arenascope::test
