#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/placing_order.h"
#include "core/planner/sharing/shared_block.h"

namespace arenascope {

/// An order and a rule that often suit blocks.
struct QuickPlacement {
    OrderRule order;
    PlacingRule rule;
};

inline constexpr std::array<QuickPlacement, 4> quick_placements = {{{by_size_then_length, PlacingRule::lowest_fit},
                                                                    {by_area, PlacingRule::lowest_fit},
                                                                    {by_length_then_size, PlacingRule::best_fit},
                                                                    {around_the_peak, PlacingRule::lowest_fit}}};

/// A complete layout below a peak, with what it took.
struct QuickLayout {
    std::optional<Layout> layout;      ///< of the blocks; empty: it would not be below the peak
    std::vector<std::uint32_t> order;  ///< the blocks in the order in which they were placed
    std::uint64_t work = 0;            ///< visits
};

/// Places the blocks of a block_problem() greedily, region after region, pinned ones first. It ends early at a block
/// that reaches `below`. Costs as much as place_greedily().
[[nodiscard]] QuickLayout placed_quickly(const Problem& blocks, const QuickPlacement& quick, Offset below);

/// The blocks in the order in which they are placed: by region, pinned ones first, then as the rule says.
[[nodiscard]] std::vector<std::uint32_t> block_order(const Problem& blocks, OrderRule rule);

}  // namespace arenascope
