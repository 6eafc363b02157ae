#pragma once

#include <cstdint>
#include <span>

#include "core/trace/frame.h"

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

}  // namespace arenascope
