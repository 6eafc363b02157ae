#pragma once

#include <span>
#include <string_view>

#include "core/trace/trace.h"

namespace arenascope {

/// The state at the end of a frame.
struct FrameState {
    std::span<const std::int64_t> offsets;  ///< by buffer; unplaced_offset: it is not placed
    std::span<const BufferIndex> order;     ///< buffers in placing order; empty if the planner has no order
    std::span<const Risk> risks;            ///< by buffer; empty if the frame has none
    Offset peak;
    Goal goal = Goal::none;
    std::uint64_t work = 0;
    std::uint64_t attempts = 0;
    const PlacementStep* step = nullptr;      ///< see Frame::step
    const LearningPoint* learning = nullptr;  ///< see Frame::learning
};

/// Receives the steps of a planner. The planner enters a frame, reports its children, and leaves it with the state at
/// its end. A frame without children is left directly after it was entered.
class TraceSink {
public:
    TraceSink() = default;
    TraceSink(const TraceSink&) = delete;
    TraceSink& operator=(const TraceSink&) = delete;
    virtual ~TraceSink() = default;

    /// `region`: what the frame is about; none: the whole problem, or what its parent is about.
    virtual void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
                       RegionIndex region = RegionIndex::none()) = 0;
    virtual void leave(const FrameState& state) = 0;
    /// Marks the frame left last as the result; a later call replaces it.
    virtual void mark_result() = 0;
    /// Whether a rearrangement entered now would be recorded. If not, the planner need not report it.
    [[nodiscard]] virtual bool has_room() const = 0;
};

}  // namespace arenascope
