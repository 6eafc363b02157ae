#pragma once

#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/optional_offset.h"
#include "core/trace/packed_changes.h"

namespace arenascope {

struct FrameState;

/// A whole state of a run. Changes of a trace are applied here and nowhere else:
///
///   state before ── apply(changes) ──▶ state after       recorder   become(): finds the changes, and applies them
///        ◀───────── undo(changes) ──────                 player     apply(), undo(); changes(): those that led here
///                                                        check      apply() what it has found to fit
struct RunState {
    IndexedVector<BufferIndex, OptionalOffset> offsets;
    std::vector<BufferIndex> order;  ///< ends at its last buffer
    IndexedVector<BufferIndex, Risk> risks;

    RunState() = default;
    /// Of so many buffers, of which none is placed.
    explicit RunState(std::size_t buffers) : offsets(buffers), risks(buffers) {}

    /// Takes all buffers away again.
    void clear();
    /// The changes must fit the state: see check_replay(). Linear in them.
    void apply(const PackedChanges& changes);
    void undo(const PackedChanges& changes);
    /// The changes that led to this state, with what was before them. Linear in them.
    [[nodiscard]] FrameChanges changes(const PackedChanges& led_here) const;

    /// Becomes the state at the end of a frame, and sets `changes` to those that lead there. Linear in the lists.
    void become(const FrameState& after, FrameChanges& changes);
    /// Takes such changes back.
    void undo(const FrameChanges& changes);

    friend bool operator==(const RunState&, const RunState&) = default;
};

/// Takes back the changes of a frame in the order at its end.
void undo_order(const PackedChanges& changes, std::vector<BufferIndex>& order);

}  // namespace arenascope
