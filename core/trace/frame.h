#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/optional_offset.h"
#include "core/model/tiers/risk.h"
#include "core/trace/learning_point.h"
#include "core/trace/placement_step.h"
#include "core/trace/rare_part.h"

namespace arenascope {

/// The kind of a recorded step in a planner's run:
///
///   pass ─┬─ iteration 0                        tuner: sort and place
///         ├─ iteration 1 ─┬─ group ─┬─ rearrangement
///         │               │         └─ rearrangement
///         │               └─ group
///         └─ iteration 2
///   placement, move, improvement               other planners: one buffer, one change, one better layout
///   generation, episode                        learning methods: the best of the layouts tried together
enum class FrameKind : std::uint8_t {
    pass,
    iteration,
    group,
    rearrangement,
    placement,
    move,
    improvement,
    generation,
    episode,
};

inline constexpr std::size_t frame_kind_count = 9;

[[nodiscard]] std::string_view name_of(FrameKind kind);
[[nodiscard]] std::optional<FrameKind> frame_kind_named(std::string_view name);

/// Whether a frame of this kind is a part of another step: a group or a rearrangement.
[[nodiscard]] constexpr bool is_inner(FrameKind kind) {
    return kind == FrameKind::group || kind == FrameKind::rearrangement;
}

/// Whether such a frame is a main step of a run: it is no pass, and no group or rearrangement within an iteration.
[[nodiscard]] constexpr bool is_chief(FrameKind kind) {
    return kind != FrameKind::pass && !is_inner(kind);
}

/// The reason why a run, the tuning of an iteration or the rearranging of a group ended. The first three goals are
/// those of docs/method.md, section "Peak suppression", step 3.
enum class Goal : std::uint8_t {
    none,               ///< it did not end here
    at_threshold,       ///< the peak is not above the threshold
    order_seen,         ///< an earlier order came again
    adjustments_spent,  ///< the limit of adjustments was reached
    work_spent,         ///< the work budget was used up
    complete,           ///< the planner finished all its work
    optimal,            ///< the peak is proved to be the lowest
    stopped,            ///< stopped by the user or a time limit
};

inline constexpr std::size_t goal_count = 8;

/// How deep frames can lie in each other: a rearrangement in a group in an iteration in a pass.
inline constexpr std::size_t deepest_frame = 4;

[[nodiscard]] std::string_view name_of(Goal goal);
[[nodiscard]] std::optional<Goal> goal_named(std::string_view name);

/// A buffer whose offset changed. Empty: not placed.
struct Move {
    BufferIndex buffer;
    OptionalOffset from;
    OptionalOffset to;
    friend bool operator==(const Move&, const Move&) = default;
};

/// A position in the placing order whose buffer changed. `none()`: the order did not have or no longer has this
/// position.
struct OrderChange {
    std::uint32_t position = 0;
    BufferIndex from;
    BufferIndex to;
    friend bool operator==(const OrderChange&, const OrderChange&) = default;
};

/// A buffer whose risk changed.
struct RiskChange {
    BufferIndex buffer;
    Risk from;
    Risk to;
    friend bool operator==(const RiskChange&, const RiskChange&) = default;
};

/// Everything that a frame changed. See changes_of().
struct FrameChanges {
    std::vector<Move> moves;
    std::vector<OrderChange> order;
    std::vector<RiskChange> risks;  ///< iterations only
    friend bool operator==(const FrameChanges&, const FrameChanges&) = default;
};

/// Position in Trace::frames.
using FrameIndex = Index<struct FrameIndexKind>;

/// One recorded step. Its changes are in Trace::changes, relative to its previous sibling. The changes of a first child
/// are relative to an empty layout, with one exception: the first rearrangement of a group is relative to the result of
/// the previous group, because groups accumulate in one container. Stepping at any level therefore costs only what
/// changes at that level.
struct Frame {
    FrameKind kind = FrameKind::iteration;
    Goal goal = Goal::none;  ///< the goal that ended this frame
    FrameIndex parent = FrameIndex::none();
    FrameIndex previous = FrameIndex::none();  ///< previous sibling
    RegionIndex region = RegionIndex::none();  ///< what a pass is about; none: the whole problem, or as the parent
    std::uint32_t skipped = 0;  ///< siblings between the previous one and this one that the trace does not have
    std::vector<FrameIndex> children;
    std::vector<BufferIndex> members;  ///< only for groups: the buffers in the group
    Offset peak;                       ///< for a group or a rearrangement: the highest tail of the group
    std::uint64_t work = 0;            ///< work done in the whole run when the frame ended
    std::uint64_t attempts = 0;        ///< tries within this frame, recorded or not
    RarePart<PlacementStep> step;      ///< placements only: what the last buffer was placed among, where known
    RarePart<LearningPoint> learning;  ///< generations and episodes only
    std::string note;  ///< metrics of a pass or tier of a group, in the words of docs/method.md, "Peak suppression"
    friend bool operator==(const Frame&, const Frame&) = default;
};

}  // namespace arenascope
