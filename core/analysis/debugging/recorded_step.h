#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/analysis/debugging/placed_state.h"
#include "core/trace/frame.h"

namespace arenascope {

/// What a condition sees of one step of a run, at the moment when the step ends. Valid until the next step.
struct RecordedStep {
    FrameIndex frame = FrameIndex::none();  ///< none(): the run is under way, and has no trace yet
    FrameKind kind = FrameKind::iteration;
    /// The numbers of the main step, the group and the rearrangement. A main step has only the first. Main steps count
    /// from 0 through all passes, all others from 1 within the step around them.
    std::span<const std::uint64_t> path;
    std::optional<std::uint64_t> pass;         ///< counted from 1; empty: the run has no passes
    RegionIndex region = RegionIndex::none();  ///< what the step is about; none(): the whole problem
    std::string_view note;
    Goal goal = Goal::none;
    std::uint64_t moved = 0;  ///< buffers placed both here and in the step that it is relative to, elsewhere
    OptionalOffset best;      ///< see `best` in step_fields(); empty: no main step has ended yet
    const PlacedState* state = nullptr;
    std::span<const Risk> risks;    ///< by buffer: see `tier` in step_functions(); empty: the step has none
    std::span<const Move> changes;  ///< since the step that it is relative to; only if StepNeeds::changes
};

/// "7.2.15".
[[nodiscard]] std::string path_text(std::span<const std::uint64_t> path);

/// Why a step ended as it did, for people: its note and its goal, "high, order-seen". Empty: it has neither.
[[nodiscard]] std::string reason_text(std::string_view note, Goal goal);

}  // namespace arenascope
