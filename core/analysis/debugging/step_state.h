#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/debugging/recorded_step.h"
#include "core/trace/packed_changes.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// Follows a run step by step, in the order in which the steps end: those inside a step come before it. It takes what a
/// planner tells a TraceSink, or the frames of a trace (see StepWalk); both give the same steps. A pass is no step.
///
///   enter iteration 1                    the state of each level is kept by itself, as TraceRecorder does:
///     enter group ─ leave ─▶ step 1.1    a first child begins with an empty layout, every other one where its
///     enter group ─ leave ─▶ step 1.2    previous sibling ended, the rearrangements of a group where the group
///   leave ────────────────▶ step 1       before ended
///
/// A frame of a trace costs its changes; one of a running planner is linear in the buffers.
class StepState {
public:
    /// The problem and the result must outlive this. `result`: the layout that the run ended with, whose sharing is
    /// meant; null: not known yet, so that `overlap` counts the pairs that share memory on purpose.
    StepState(const Problem& problem, const StepNeeds& needs, const Layout* result = nullptr);
    StepState(const StepState&) = delete;
    StepState& operator=(const StepState&) = delete;
    ~StepState();

    /// A step begins. `skipped`: the siblings since the previous one that are not known, see Frame::skipped.
    void enter(FrameKind kind, std::string_view note, RegionIndex region, std::uint32_t skipped = 0);

    /// The innermost open step ends; null: it is a pass. Valid until the next call.
    const RecordedStep* leave(const FrameState& state);
    /// The same of a frame of a trace. `has_tiers`: whether the frame recorded tiers.
    const RecordedStep* leave(FrameIndex index, Goal goal, const PackedChanges& changes, bool has_tiers);

private:
    /// A frame that has begun and not ended.
    struct Level {
        FrameKind kind = FrameKind::pass;
        RegionIndex region = RegionIndex::none();
        std::string note = {};
        std::optional<std::uint64_t> pass = {};  ///< the pass that it is or that is around it
        std::uint32_t skipped = 0;               ///< siblings before it that are not known
        std::size_t path_begin = 0;              ///< where the numbers of its path begin in `path_`
        std::size_t path_end = 0;
        PlacedState* children = nullptr;    ///< the state that its children change; null: none has ended
        bool borrows = false;               ///< whether that is the state of its own siblings
        std::size_t undo_place = 0;         ///< if so, where to undo them to
        std::uint64_t child_count = 0;      ///< known or not
        bool last_child_has_tiers = false;  ///< its tiers are those of `children`
    };
    struct Best {
        std::size_t placed = 0;
        OptionalOffset peak;
    };

    [[nodiscard]] Level& innermost() { return levels_[depth_]; }
    [[nodiscard]] PlacedState& state_for_children(std::size_t level);
    [[nodiscard]] PlacedState& take_state();
    /// Ends the innermost frame; its siblings' state is returned, without its own changes yet.
    [[nodiscard]] PlacedState& close();
    void change(PlacedState& state, BufferIndex buffer, OptionalOffset offset);
    [[nodiscard]] const RecordedStep* finish(PlacedState& state, FrameIndex frame, Goal goal, bool has_tiers);
    [[nodiscard]] std::span<const Risk> risks_here(const PlacedState& state, bool has_tiers) const;
    [[nodiscard]] RegionIndex region_here() const;

    StateGround ground_;
    std::vector<std::unique_ptr<PlacedState>> states_;
    std::vector<PlacedState*> free_states_;
    std::vector<Level> levels_;  ///< by depth; those beyond `depth_` keep their memory
    std::size_t depth_ = 0;      ///< of the innermost open frame; 0: the run itself
    std::vector<std::uint64_t> path_;
    std::uint64_t main_count_ = 0;
    std::uint64_t pass_count_ = 0;
    std::uint64_t moved_ = 0;
    std::vector<Best> best_;  ///< by region; the last entry is for the whole problem
    std::vector<Move> changes_;
    RecordedStep step_;
};

}  // namespace arenascope
