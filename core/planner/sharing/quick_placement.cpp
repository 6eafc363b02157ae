#include "core/planner/sharing/quick_placement.h"

#include "core/model/memory/tail.h"
#include "core/planner/greedy/greedy_placement.h"

namespace arenascope {
namespace {

void append_order(std::vector<std::uint32_t>& order, const Problem& blocks, RegionIndex region,
                  const PlacingOrder& members) {
    for (std::uint32_t i = 0; i < blocks.buffers.size(); ++i) {
        const Buffer& block = blocks.buffers[i];
        if (block.region == region && fixed_offset(block)) {
            order.push_back(i);
        }
    }
    for (const BufferIndex member : members) {
        order.push_back(member.value());
    }
}

}  // namespace

QuickLayout placed_quickly(const Problem& blocks, const QuickPlacement& quick, Offset below) {
    QuickLayout placed;
    Layout layout = empty_layout(blocks);
    for (std::size_t i = 0; i < blocks.regions.size(); ++i) {
        const RegionIndex region(i);
        RectangleContainer container(blocks, region);
        const auto order = quick.order(blocks, region, members_of(blocks, region));
        const auto top = place_greedily(container, blocks, region, order, quick.rule,
                                        [&](std::size_t, Offset tail) { return tail >= below; });
        placed.work += container.work() + order.size();
        if (!top || *top >= below) {
            return placed;
        }
        append_order(placed.order, blocks, region, order);
        take_over(layout, container.offsets(), region);
    }
    placed.layout = std::move(layout);
    return placed;
}

std::vector<std::uint32_t> block_order(const Problem& blocks, OrderRule rule) {
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < blocks.regions.size(); ++i) {
        const RegionIndex region(i);
        append_order(order, blocks, region, rule(blocks, region, members_of(blocks, region)));
    }
    return order;
}

}  // namespace arenascope
