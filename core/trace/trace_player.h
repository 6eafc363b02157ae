#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Restores the state at any frame of a trace, forwards and backwards. Moving costs only what changes on the way at
/// each level (see Frame), not the length of the trace.
class TracePlayer {
public:
    /// The trace must outlive the player. It must be valid (see `validate_trace`).
    explicit TracePlayer(const Trace& trace);

    void go_to(FrameIndex frame);

    [[nodiscard]] FrameIndex current() const { return current_; }
    [[nodiscard]] const IndexedVector<BufferIndex, std::optional<Offset>>& offsets() const { return offsets_; }
    [[nodiscard]] const std::vector<BufferIndex>& order() const { return order_; }
    [[nodiscard]] const IndexedVector<BufferIndex, Risk>& risks() const { return risks_; }
    /// The state as a layout of the problem of the trace.
    [[nodiscard]] Layout layout(const Problem& problem) const;

private:
    [[nodiscard]] std::vector<FrameIndex> path_to(FrameIndex frame) const;
    void apply(const Frame& frame);
    void undo(const Frame& frame);
    /// Sets everything that the frame changes to one side of the change: its `from` or its `to`.
    void rewrite(const Frame& frame, std::optional<Offset> Move::*offset, BufferIndex OrderChange::*buffer,
                 Risk RiskChange::*risk);

    const Trace* trace_;
    FrameIndex current_ = FrameIndex::none();
    std::vector<FrameIndex> applied_;  ///< the frames whose changes make up the state, in order
    IndexedVector<BufferIndex, std::optional<Offset>> offsets_;
    std::vector<BufferIndex> order_;
    IndexedVector<BufferIndex, Risk> risks_;
};

/// Whether all indices and changes of a trace are consistent, so that a trace from a file can be replayed. No index may
/// be out of bounds, and each change must begin at the state before it. Linear.
[[nodiscard]] Expected<void> validate_trace(const Trace& trace);

/// The buffers that a frame moved, in buffer order. A buffer is moved if it is placed both at the end of the frame and
/// at the end of the one before, at another offset. The frame before is the previous sibling, and for the first
/// rearrangement of a group the previous group. Without one, such as in the first iteration of a pass, nothing is
/// moved. O(m log m).
[[nodiscard]] std::vector<Move> moves_in(const Trace& trace, FrameIndex frame);

/// The main steps of a run in time order, over all passes: iterations, placements, moves and improvements.
[[nodiscard]] std::vector<FrameIndex> chief_frames(const Trace& trace);

/// The region that a frame is about: its own or that of the frame around it; none: the whole problem. Linear in the
/// depth.
[[nodiscard]] RegionIndex region_of(const Trace& trace, FrameIndex frame);

/// By frame: whether it is an iteration that was cut short. Fewer buffers are placed in it than in an earlier
/// iteration, so its peak has no meaning. Linear in the trace.
[[nodiscard]] IndexedVector<FrameIndex, bool> cut_short_frames(const Trace& trace);

/// The main step that lowered the peak most, compared with the lowest one so far of its region; the first if several
/// are equal. A pass that starts again from a higher peak has lowered nothing until it goes below that of the passes
/// before. Iterations that were cut short do not count. none() if no step lowered the peak. O(n log r) for r regions.
[[nodiscard]] FrameIndex largest_drop(const Trace& trace);

}  // namespace arenascope
