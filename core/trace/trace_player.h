#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Restores the state at any frame of a trace, forwards and backwards. Moving costs what changes on the way at each
/// level (see Frame), but no more than the way from the checkpoint before the frame.
class TracePlayer {
public:
    /// The trace must outlive the player. It must be valid (see `validate_trace`).
    explicit TracePlayer(const Trace& trace);

    void go_to(FrameIndex frame);

    [[nodiscard]] FrameIndex current() const { return current_; }
    [[nodiscard]] const RunState& state() const { return state_; }
    [[nodiscard]] const IndexedVector<BufferIndex, OptionalOffset>& offsets() const { return state_.offsets; }
    [[nodiscard]] const std::vector<BufferIndex>& order() const { return state_.order; }
    [[nodiscard]] const IndexedVector<BufferIndex, Risk>& risks() const { return state_.risks; }
    /// The state as a layout of the problem of the trace.
    [[nodiscard]] Layout layout(const Problem& problem) const;
    /// What the current frame changed. Linear in these changes, and in the block of the store.
    [[nodiscard]] FrameChanges changes() const;
    /// The moves among them of buffers that are placed before and after. The same cost.
    [[nodiscard]] std::vector<Move> moves() const;

private:
    /// The way to a frame from what is applied.
    struct Way {
        std::vector<FrameIndex> frames;              ///< backwards, from the target on
        FrameIndex common = FrameIndex::none();      ///< applied frame that they follow; none(): an empty layout
        FrameIndex checkpoint = FrameIndex::none();  ///< among `frames`, if it is better to begin there
    };
    [[nodiscard]] Way way_to(FrameIndex frame) const;
    [[nodiscard]] std::size_t weight_of_undoing(FrameIndex until, std::size_t enough) const;
    void forget_applied();
    void clear();
    void load(FrameIndex checkpoint);
    void undo_last();
    void push(FrameIndex frame);

    const Trace* trace_;
    mutable ChangeReader reader_;  ///< keeps the last block, which is the one that is read next
    FrameIndex current_ = FrameIndex::none();
    std::vector<FrameIndex> applied_;  ///< each is relative to the one before; the last is the current one
    IndexedVector<FrameIndex, bool> is_applied_;
    RunState state_;
};

/// The changes of the frames of a trace, best in the order of the frames: a player for each level of nesting then goes
/// on from one frame to the next. Otherwise a call costs as much as TracePlayer::go_to().
class ChangeWalk {
public:
    /// The trace must outlive it.
    explicit ChangeWalk(const Trace& trace) : trace_(&trace) {}
    [[nodiscard]] FrameChanges changes_of(FrameIndex frame);

private:
    const Trace* trace_;
    std::vector<TracePlayer> players_;  ///< by depth
};

/// The buffers that a frame placed, moved or took away, as they were recorded. Linear in the changes of the frame.
[[nodiscard]] std::vector<BufferIndex> changed_buffers(const Trace& trace, FrameIndex frame);

/// The buffers that a frame moved, in buffer order. A buffer is moved if it is placed both at the end of the frame and
/// at the end of the one before, at another offset. The frame before is the previous sibling, and for the first
/// rearrangement of a group the previous group. Without one, such as in the first iteration of a pass, nothing is
/// moved. O(m log m).
[[nodiscard]] std::vector<Move> moves_in(const Trace& trace, FrameIndex frame);
/// The same for the current frame of a player, without going there.
[[nodiscard]] std::vector<Move> moves_in(const TracePlayer& player);

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
