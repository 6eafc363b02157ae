#include "core/planner/greedy/greedy_placement.h"

#include <algorithm>

#include "core/model/memory/tail.h"

namespace arenascope {

PlacingOrder members_of(const Problem& problem, RegionIndex region) {
    PlacingOrder members;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region && !fixed_offset(problem.buffers[i])) {
            members.push_back(BufferIndex(i));
        }
    }
    return members;
}

std::optional<Offset> place_greedily(RectangleContainer& container, const Problem& problem, RegionIndex region,
                                     const PlacingOrder& order, std::optional<PlacingRule> rule,
                                     const BeforePlacing& before) {
    Offset peak = put_pins(container, problem, region);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (before(i, peak)) {
            return std::nullopt;
        }
        if (rule && i % RectangleContainer::fetched_together == 0) {
            container.fetch(
                std::span(order).subspan(i, std::min(RectangleContainer::fetched_together, order.size() - i)));
        }
        const Buffer& buffer = problem.buffers[order[i]];
        Offset offset;
        if (rule) {
            offset = container.place(order[i], *rule);
        } else {
            offset = aligned_up(peak, alignment_of(problem, buffer));
            container.put(order[i], offset);
        }
        peak = std::max(peak, tail_of(buffer, offset));
    }
    return peak;
}

void take_over(Layout& layout, std::span<const std::int64_t> offsets, RegionIndex region) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (offsets[i] != unplaced_offset) {
            layout.placements[i] = Placement{Offset(offsets[i]), region};
        }
    }
}

}  // namespace arenascope
