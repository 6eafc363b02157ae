#pragma once

#include <memory>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/risk.h"
#include "core/trace/trace_player.h"

namespace arenascope {

/// A trace to step through, with what is known of it as a whole.
class Replay {
public:
    /// Linear in the trace.
    explicit Replay(std::shared_ptr<const Trace> trace);

    /// The chief steps of the trace, in time order.
    [[nodiscard]] const std::vector<FrameIndex>& chief_steps() const { return chief_steps_; }
    /// Which chief step a frame is or lies in; −1: none.
    [[nodiscard]] int chief_position(FrameIndex frame) const;
    /// The first frame within a frame; at a leaf the next one after it, or after what encloses it. none(): the last.
    [[nodiscard]] FrameIndex inner_step(FrameIndex frame) const;
    /// The frame around a frame; none() where only a pass is.
    [[nodiscard]] FrameIndex outer_step(FrameIndex frame) const;

    /// Goes to a frame, and gives the layout there. It costs what changes on the way, and one layout.
    [[nodiscard]] Layout layout_at(FrameIndex frame, const Problem& problem);
    /// The tiers that the run recorded at the frame gone to last; null where it recorded none for the whole layout.
    [[nodiscard]] const IndexedVector<BufferIndex, Risk>* recorded_risks() const;

private:
    std::shared_ptr<const Trace> trace_;
    TracePlayer player_;
    std::vector<FrameIndex> chief_steps_;
    std::vector<bool> cut_short_;  ///< by frame of the trace
};

}  // namespace arenascope
