#pragma once

#include <span>
#include <string_view>

#include "core/trace/trace.h"

namespace arenascope {

/// The state that a planner stands in when a frame ends. Offsets are by buffer; `unplaced_offset` marks a buffer
/// that is not in the container.
struct FrameState {
    std::span<const std::int64_t> offsets;
    std::span<const BufferIndex> order;  ///< buffers in placing order; may be empty for planners without one
    std::span<const Risk> risks;         ///< by buffer; empty where the frame has none
    Offset peak;
    Goal goal = Goal::none;
    std::uint64_t work = 0;
    std::uint64_t attempts = 0;
    const PlacementStep* step = nullptr;  ///< see Frame::step
};

/// The offset that stands for "not placed" in flat arrays of offsets.
inline constexpr std::int64_t unplaced_offset = -1;

/// Where a planner tells what it does: enter a frame, tell its children, leave it with the state it ended in.
/// A frame without children is entered and left at once.
class TraceSink {
public:
    TraceSink() = default;
    TraceSink(const TraceSink&) = delete;
    TraceSink& operator=(const TraceSink&) = delete;
    virtual ~TraceSink() = default;

    virtual void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members) = 0;
    virtual void leave(const FrameState& state) = 0;
    /// Says that the frame left last holds the layout that is handed out (the last such call counts).
    virtual void mark_result() = 0;
    /// Whether a rearrangement entered now would still be recorded, so that a planner can spare the telling.
    [[nodiscard]] virtual bool has_room() const = 0;
};

}  // namespace arenascope
