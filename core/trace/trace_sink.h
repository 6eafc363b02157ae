#pragma once

#include <span>
#include <string_view>

#include "core/trace/frame_state.h"
#include "core/trace/trace.h"

namespace arenascope {

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
