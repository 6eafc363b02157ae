#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/order_places.h"
#include "core/model/tiers/risk.h"
#include "core/trace/step_title.h"
#include "core/trace/trace_player.h"

namespace arenascope {

/// A trace to step through, with an index of its steps.
class Replay {
public:
    /// Linear in the trace.
    explicit Replay(std::shared_ptr<const Trace> trace);

    /// The chief steps of the trace, in time order.
    [[nodiscard]] const std::vector<FrameIndex>& chief_steps() const { return chief_steps_; }
    /// The names of all steps.
    [[nodiscard]] const StepTitles& titles() const { return titles_; }
    /// The position of the chief step that is or encloses a frame; −1: none.
    [[nodiscard]] int chief_position(FrameIndex frame) const;
    /// The first child of a frame. For a leaf: the next sibling, or the next sibling of the closest enclosing frame
    /// that has one. none(): there is no further frame.
    [[nodiscard]] FrameIndex inner_step(FrameIndex frame) const;
    /// The parent of a frame; none() if the parent is a pass or does not exist.
    [[nodiscard]] FrameIndex outer_step(FrameIndex frame) const;

    /// The buffers that a frame moved since the step before it, in buffer order; see moves_in(). None if the frame was
    /// cut short, because its buffers are still on their way.
    [[nodiscard]] std::vector<Move> moves_at(FrameIndex frame) const;
    /// The frame and its siblings, in time order.
    [[nodiscard]] const std::vector<FrameIndex>& siblings(FrameIndex frame) const;

    /// Threads take turns with the functions below, which move one player through the trace.
    [[nodiscard]] std::unique_lock<std::mutex> turn() { return std::unique_lock(turns_); }
    /// Goes to a frame and returns its layout. The cost is linear in the changes on the way, plus a copy of the layout.
    [[nodiscard]] Layout layout_at(FrameIndex frame, const Problem& problem);
    /// The places in the placing order at the last frame of layout_at(); null: the run has no order.
    [[nodiscard]] std::shared_ptr<const OrderPlaces> order() const;
    /// The members of the group that a frame is or belongs to; null: it has none.
    [[nodiscard]] std::shared_ptr<const std::vector<BufferIndex>> group_of(FrameIndex frame) const;
    /// The frame whose recorded tiers are those of a frame: itself, or the iteration that made its group. none(): the
    /// run did not record them.
    [[nodiscard]] FrameIndex tiers_of(FrameIndex frame) const;
    /// The tiers that the run recorded at a frame of tiers_of(). Valid until the next call.
    [[nodiscard]] const IndexedVector<BufferIndex, Risk>& risks_at(FrameIndex frame);

private:
    std::shared_ptr<const Trace> trace_;
    TracePlayer player_;
    std::vector<FrameIndex> chief_steps_;
    StepTitles titles_;
    std::mutex turns_;
    std::vector<bool> cut_short_;  ///< by frame of the trace
};

}  // namespace arenascope
