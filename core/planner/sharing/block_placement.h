#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/planner.h"
#include "core/planner/sharing/shared_block.h"

namespace arenascope {

/// What a block must avoid among the buffers placed before it.
///
///              pieces                        whole_blocks
///   offset   ┌─ x ─┐                       ┌─ x ─┐               x lives beside part a only. Piece by piece, part b
///            │     ├─ a ─┐                 └─────┴─ a ─┐         may use the bytes of x after x. As a whole block, the
///            └─────┤     │                       ┌ b ──┤         merge stays clear of x.
///            ┌ b ──┴─────┘                       └─────┘
enum class Avoidance : std::uint8_t {
    pieces,       ///< each member avoids the buffers that are alive at the same time
    whole_blocks  ///< the block avoids the dependencies of all local sharing operators of its members
};

/// The result of a greedy placement.
struct BlockPlacement {
    Layout layout;  ///< with the plan's groups, removed operators and copies; incomplete if the run was stopped
    std::uint64_t work = 0;  ///< buffers and pieces read
};

/// Places the blocks of a sharing plan: pinned ones first, then the block with the largest unplaced operator, ties by
/// execution order. Each goes to the lowest offset that Avoidance allows. Records a frame for each block in
/// `request.trace`, with the operator and what it avoids.
///
/// Without a trace, a block of one buffer without partners costs as much as RectangleContainer::place(). Any other
/// block takes O(d log d) for d pairs of a partner or member and a buffer alive at the same time.
///
/// Source: docs/method.md, "Operator sharing", steps 3 and 4; `whole_blocks` is the source, with two stands of this
/// project: an operator in place that computes takes its input's block, and a sharing group is placed at once.
/// `notes` has what the frames say about sharing, by block; empty: nothing.
[[nodiscard]] BlockPlacement place_blocks(const PlanRequest& request, const SharingPlan& plan, Avoidance avoidance,
                                          const std::vector<std::string>& notes = {});

/// Records a layout of the blocks that was made greedily in an order as if it were placed now: a frame for each block,
/// as place_blocks() does with Avoidance::pieces. `order` has every block once. The layout is that of all buffers.
void replay_blocks(const PlanRequest& request, const SharingPlan& plan, const Layout& layout,
                   const std::vector<std::uint32_t>& order, const std::vector<std::string>& notes);

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
