#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/quantity.h"
#include "core/memory/risk.h"
#include "core/trace/placement_step.h"

namespace arenascope {

/// What one recorded step of a planner's run is.
///
///   pass ─┬─ iteration 0                        tuner: sort and place
///         ├─ iteration 1 ─┬─ group ─┬─ rearrangement
///         │               │         └─ rearrangement
///         │               └─ group
///         └─ iteration 2
///   placement, move, improvement               other planners: one buffer, one change, one better layout
enum class FrameKind : std::uint8_t { pass, iteration, group, rearrangement, placement, move, improvement };

[[nodiscard]] std::string_view name_of(FrameKind kind);
[[nodiscard]] std::optional<FrameKind> frame_kind_named(std::string_view name);

/// Why a run, an iteration's tuning or a group's rearranging ended.
enum class Goal : std::uint8_t {
    none,               ///< it has not ended here
    at_threshold,       ///< goal (i): the peak is not above the threshold
    order_seen,         ///< goal (ii): an order of an earlier iteration came again
    adjustments_spent,  ///< goal (iii): the limit of adjustments is reached
    work_spent,         ///< the budget of work is used up
    complete,           ///< the planner has done all that it does
    optimal,            ///< the peak is proved lowest
    stopped,            ///< the user or a time limit stopped it
};

[[nodiscard]] std::string_view name_of(Goal goal);
[[nodiscard]] std::optional<Goal> goal_named(std::string_view name);

/// A buffer that lies elsewhere than in the state before. An empty optional: not placed.
struct Move {
    BufferIndex buffer;
    std::optional<Offset> from;
    std::optional<Offset> to;
    friend bool operator==(const Move&, const Move&) = default;
};

/// A position of the order that holds another buffer than before. `none()`: the order had or has no such position.
struct OrderChange {
    std::uint32_t position = 0;
    BufferIndex from;
    BufferIndex to;
    friend bool operator==(const OrderChange&, const OrderChange&) = default;
};

/// A buffer whose risk differs from the state before.
struct RiskChange {
    BufferIndex buffer;
    Risk from;
    Risk to;
    friend bool operator==(const RiskChange&, const RiskChange&) = default;
};

/// Position of a frame in Trace::frames.
using FrameIndex = Index<struct FrameIndexKind>;

/// One recorded step. Its changes are relative to its *previous sibling*, or, for a first child, to nothing
/// placed — but a group's first rearrangement is relative to the previous group's result, because groups
/// accumulate in one container. So walking at any level costs only what changed at that level.
struct Frame {
    FrameKind kind = FrameKind::iteration;
    FrameIndex parent = FrameIndex::none();
    FrameIndex previous = FrameIndex::none();  ///< previous sibling
    std::vector<FrameIndex> children;
    std::vector<Move> moves;
    std::vector<OrderChange> order;
    std::vector<RiskChange> risks;           ///< iterations only
    std::vector<BufferIndex> members;        ///< groups only: what the group holds
    Offset peak;                             ///< of a group and a rearrangement: the group's own highest tail
    Goal goal = Goal::none;                  ///< which goal ended what this frame stands for
    std::uint64_t work = 0;                  ///< work done in the whole run when the frame ended
    std::uint64_t attempts = 0;              ///< tries made within it, recorded or not
    std::optional<PlacementStep> step = {};  ///< placements only: what the last buffer was placed among, where known
    std::string note;                        ///< in the method's words: metrics of a pass, tier of a group
    friend bool operator==(const Frame&, const Frame&) = default;
};

}  // namespace arenascope
