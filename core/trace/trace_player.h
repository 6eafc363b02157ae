#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Stands at one frame of a trace and knows the whole state there; walks to any other frame, forwards and
/// backwards. A walk costs what changes on the way along each level (see Frame), not the length of the trace.
class TracePlayer {
public:
    /// The trace must outlive the player and have passed `validate_trace`.
    explicit TracePlayer(const Trace& trace);

    void go_to(FrameIndex frame);

    [[nodiscard]] FrameIndex current() const { return current_; }
    [[nodiscard]] const IndexedVector<BufferIndex, std::optional<Offset>>& offsets() const { return offsets_; }
    [[nodiscard]] const std::vector<BufferIndex>& order() const { return order_; }
    [[nodiscard]] const IndexedVector<BufferIndex, Risk>& risks() const { return risks_; }
    /// The state as a layout of the problem that the trace belongs to.
    [[nodiscard]] Layout layout(const Problem& problem) const;

private:
    [[nodiscard]] std::vector<FrameIndex> path_to(FrameIndex frame) const;
    void apply(const Frame& frame);
    void undo(const Frame& frame);
    /// Gives whatever the frame changes the side that is named: what it came from, or what it went to.
    void rewrite(const Frame& frame, std::optional<Offset> Move::*offset, BufferIndex OrderChange::*buffer,
                 Risk RiskChange::*risk);

    const Trace* trace_;
    FrameIndex current_ = FrameIndex::none();
    std::vector<FrameIndex> applied_;  ///< frames whose changes make up the state, in order
    IndexedVector<BufferIndex, std::optional<Offset>> offsets_;
    std::vector<BufferIndex> order_;
    IndexedVector<BufferIndex, Risk> risks_;
};

/// Whether every index and delta in a trace (perhaps read from a file) is consistent: replaying it cannot go out of
/// bounds, and each frame changes what the frames before it have left. Linear.
[[nodiscard]] Expected<void> validate_trace(const Trace& trace);

/// The chief steps of a run, in time order: iterations (or placements, moves, improvements), over all passes.
[[nodiscard]] std::vector<FrameIndex> chief_frames(const Trace& trace);

/// The region that the pass around a frame is over, as its note names it ("core 0: width, desc"): a view into the
/// trace; empty where there is no pass, or none is named. Linear in the depth.
[[nodiscard]] std::string_view region_of(const Trace& trace, FrameIndex frame);

/// Which frames are iterations that a stop cut short: fewer buffers lie in them than in an iteration before, so that
/// their peak says nothing. By frame; linear in the trace.
[[nodiscard]] IndexedVector<FrameIndex, bool> cut_short_frames(const Trace& trace);

/// The chief frame whose peak is lower by most than that of the step before it in the same pass; the first of equals,
/// none() where no step lowered it. An iteration that was cut short lowered nothing.
[[nodiscard]] FrameIndex largest_drop(const Trace& trace);

}  // namespace arenascope
