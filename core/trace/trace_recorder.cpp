#include "core/trace/trace_recorder.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/memory/live_profile.h"
#include "core/trace/trace_thinning.h"

namespace arenascope {
namespace {

/// A complete state, kept for a level of nesting to compute the changes of the next sibling.
struct State {
    RunState run;
    std::size_t weight = 0;  ///< of the changes since the last checkpoint
};

template <class T>
std::size_t reserved_bytes(const std::vector<T>& list) {
    return list.capacity() * sizeof(T);
}

std::size_t bytes_of(const PlacementStep& step) {
    return reserved_bytes(step.candidates) + reserved_bytes(step.ghosts) + reserved_bytes(step.avoided) +
           reserved_bytes(step.figures) + reserved_bytes(step.contexts) +
           (step.object ? reserved_bytes(step.object->candidates) : 0);
}

/// The lists of a frame. Its entry in the list of its parent counts twice, because that list may grow in advance.
std::size_t bytes_of(const Frame& frame) {
    return 2 * sizeof(FrameIndex) + reserved_bytes(frame.members) + frame.note.capacity() +
           (frame.step ? frame.step.bytes() + bytes_of(*frame.step) : 0) + frame.learning.bytes();
}

std::size_t bytes_of_lists(const Trace& trace) {
    std::size_t bytes = 0;
    for (const Frame& frame : trace.frames) {
        bytes += bytes_of(frame);
    }
    return bytes;
}

}  // namespace

std::size_t bytes_of(const Trace& trace) {
    return trace.frames.capacity() * sizeof(Frame) + bytes_of_lists(trace) + trace.changes.bytes();
}

struct TraceRecorder::Recording {
    /// An open frame.
    struct Level {
        FrameKind kind = FrameKind::pass;
        FrameIndex frame = FrameIndex::none();  ///< none(): the level of the roots, or a dropped frame
        FrameIndex last_child = FrameIndex::none();
        /// What the changes of the next child are relative to. Empty: no child was left yet.
        std::optional<State> state;
        std::uint32_t skipped = 0;  ///< children after the last one that were dropped
        bool dropped = false;
    };

    /// What the changes of the next child of an open frame are relative to.
    [[nodiscard]] State& state_of(std::size_t level) {
        std::optional<State>& state = open[level].state;
        if (!state && open[level].kind == FrameKind::group && level > 0) {
            // Groups accumulate in one container, so the tries of a group start from the result of the previous group.
            state = state_of(level - 1);
        } else if (!state) {
            state = State{RunState(trace.buffer_count)};
        }
        return *state;
    }

    /// The frames that a list of one more frame has room for, so that it rarely grows and is never far too long.
    [[nodiscard]] std::size_t grown_capacity() const {
        const std::size_t count = trace.frames.size();
        return count < trace.frames.capacity() ? trace.frames.capacity() : count + count / 4 + 1;
    }

    [[nodiscard]] std::size_t bytes() const {
        return trace.frames.capacity() * sizeof(Frame) + list_bytes + trace.changes.bytes();
    }

    [[nodiscard]] std::size_t limit_of(FrameKind kind) const {
        return byte_limit / (kind == FrameKind::rearrangement ? 4 : kind == FrameKind::group ? 2 : 1);
    }

    /// Whether a frame of this kind, whose lists take so many bytes, may be added.
    [[nodiscard]] bool has_room_for_frame(FrameKind kind, std::size_t more) const {
        return grown_capacity() * sizeof(Frame) + list_bytes + trace.changes.bytes() + more <= limit_of(kind);
    }

    /// Whether the lists of an open frame of this kind may take more bytes.
    [[nodiscard]] bool has_room_for_lists(FrameKind kind, std::size_t more) const {
        return bytes() + more <= limit_of(kind);
    }

    void drop(FrameKind kind) {
        ++trace.dropped[static_cast<std::size_t>(kind)];
        ++open.back().skipped;
    }

    /// Takes back the innermost open frame, which is the last one but for the frames inside it.
    void take_back() {
        const Level level = std::move(open.back());
        open.pop_back();
        const std::size_t first = level.frame.value();
        open.back().skipped += trace.frames[first].skipped;
        for (std::size_t i = first; i < trace.frames.size(); ++i) {
            list_bytes -= bytes_of(trace.frames[i]);
            trace.dropped[static_cast<std::size_t>(trace.frames[i].kind)] += i == first ? 0 : 1;
        }
        const FrameIndex parent = trace.frames[first].parent;
        (parent == FrameIndex::none() ? trace.roots : trace.frames[parent].children).pop_back();
        trace.frames.erase(trace.frames.begin() + static_cast<std::ptrdiff_t>(first), trace.frames.end());
        trace.changes.truncate(first);
        if (last_left != FrameIndex::none() && last_left.value() >= first) {
            last_left = FrameIndex::none();
        }
        drop(level.kind);
    }

    /// Records the changes of a frame, which have led to this state.
    void record(FrameIndex frame, State& state) {
        trace.changes.record(frame, changes);
        state.weight += replay_weight(trace.changes.counts(frame));
        if (is_checkpoint_due(state.weight, trace.buffer_count)) {
            trace.changes.record_checkpoint(frame, state.run);
            state.weight = 0;
        }
    }

    /// By frame: whether it is open, the step left last, or the last child of an open frame, which the next child is
    /// relative to.
    [[nodiscard]] IndexedVector<FrameIndex, bool> needed_frames() const {
        IndexedVector<FrameIndex, bool> needed(trace.frames.size());
        const auto mark = [&needed](FrameIndex frame) {
            if (frame != FrameIndex::none()) {
                needed[frame] = true;
            }
        };
        for (const Level& level : open) {
            mark(level.frame);
            mark(level.last_child);
        }
        if (last_left != FrameIndex::none() && !is_inner(trace.frames[last_left].kind)) {
            mark(last_left);
        }
        return needed;
    }

    void keep(const IndexedVector<FrameIndex, bool>& kept) {
        const auto moved_to = keep_frames(trace, kept);
        const auto follow = [&moved_to](FrameIndex& frame) {
            frame = frame == FrameIndex::none() ? frame : moved_to[frame];
        };
        for (Level& level : open) {
            follow(level.frame);
            follow(level.last_child);
        }
        follow(last_left);
        list_bytes = bytes_of_lists(trace);
    }

    /// Removes frames until there is room for more bytes, as far as possible.
    void make_room(std::size_t more) {
        const auto is_above = [&](std::size_t limit) { return bytes() + more > limit; };
        IndexedVector<FrameIndex, bool> kept = needed_frames();
        for (std::size_t i = 0; i < kept.size(); ++i) {
            kept[i] = kept[i] || !is_inner(trace.frames[i].kind);
        }
        if (std::find(kept.begin(), kept.end(), false) != kept.end()) {
            keep(kept);
        }
        if (!is_above(byte_limit)) {
            return;
        }
        // More than needed, so that the next removal is far away.
        while (is_above(byte_limit / 4 * 3)) {
            const std::vector<FrameIndex> least_needed = least_needed_frames(trace, needed_frames());
            if (least_needed.empty()) {
                return;
            }
            kept.assign(trace.frames.size(), true);
            for (std::size_t i = 0; i < least_needed.size(); i += 2) {
                kept[least_needed[i]] = false;
            }
            keep(kept);
        }
    }

    Trace trace;
    FrameChanges changes;  ///< of the frame that is left; kept for its memory
    std::vector<Level> open;
    FrameIndex last_left = FrameIndex::none();
    std::size_t list_bytes = 0;
    std::size_t byte_limit = 0;
};

TraceRecorder::TraceRecorder(const Problem& problem, Provenance provenance, std::size_t byte_limit)
    : recording_(std::make_unique<Recording>()) {
    recording_->trace.provenance = std::move(provenance);
    recording_->trace.fingerprint = fingerprint(problem);
    recording_->trace.buffer_count = static_cast<std::uint32_t>(problem.buffers.size());
    recording_->trace.threshold = threshold(problem);
    recording_->byte_limit = byte_limit;
    recording_->open.emplace_back();
}

TraceRecorder::TraceRecorder(std::unique_ptr<Recording> recording) : recording_(std::move(recording)) {}

TraceRecorder::~TraceRecorder() = default;

std::unique_ptr<TraceRecorder> TraceRecorder::copy() const {
    return std::unique_ptr<TraceRecorder>(new TraceRecorder(std::make_unique<Recording>(*recording_)));
}

void TraceRecorder::enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
                          RegionIndex region) {
    Recording& recording = *recording_;
    Trace& trace = recording.trace;
    Frame frame;
    frame.kind = kind;
    frame.note = note;
    frame.region = region;
    const std::size_t more = bytes_of(frame) + members.size_bytes();
    const bool has_room = recording.has_room_for_frame(kind, more);
    if (recording.open.back().dropped || (is_inner(kind) && !has_room)) {
        recording.open.push_back({.kind = kind, .dropped = true});
        return;
    }
    if (!has_room) {
        recording.make_room(more + sizeof(Frame));
    }
    Recording::Level& parent = recording.open.back();
    frame.parent = parent.frame;
    frame.previous = parent.last_child;
    frame.skipped = std::exchange(parent.skipped, 0);
    frame.members.assign(members.begin(), members.end());
    const FrameIndex index(trace.frames.size());
    (parent.frame == FrameIndex::none() ? trace.roots : trace.frames[parent.frame].children).push_back(index);
    recording.list_bytes += bytes_of(frame);
    trace.frames.reserve(recording.grown_capacity());
    trace.frames.push_back(std::move(frame));
    recording.open.push_back({.kind = kind, .frame = index});
}

void TraceRecorder::leave(const FrameState& state) {
    Recording& recording = *recording_;
    const FrameKind kind = recording.open.back().kind;
    if (recording.open.back().dropped) {
        recording.open.pop_back();
        recording.drop(kind);
        return;
    }
    // The frame gets no further children.
    recording.open.back().state.reset();
    recording.open.back().last_child = FrameIndex::none();
    State& before = recording.state_of(recording.open.size() - 2);
    FrameChanges& changes = recording.changes;
    before.run.become(state, changes);
    const std::size_t packed = most_packed_bytes(changes);
    const bool has_room = recording.has_room_for_lists(kind, packed);
    if (is_inner(kind) && !has_room) {
        before.run.undo(changes);
        recording.take_back();
        return;
    }
    if (!has_room) {
        recording.make_room(packed);
    }
    const FrameIndex index = recording.open.back().frame;
    recording.open.pop_back();
    recording.record(index, before);
    Frame& frame = recording.trace.frames[index];
    recording.list_bytes -= bytes_of(frame);
    frame.peak = state.peak;
    frame.goal = state.goal;
    frame.work = state.work;
    frame.attempts = state.attempts;
    if (state.step != nullptr && recording.has_room_for_lists(FrameKind::rearrangement, bytes_of(*state.step))) {
        frame.step = *state.step;
    }
    if (state.learning != nullptr) {
        frame.learning = *state.learning;
    }
    recording.list_bytes += bytes_of(frame);
    recording.open.back().last_child = index;
    recording.last_left = index;
}

void TraceRecorder::mark_result() {
    recording_->trace.result = recording_->last_left;
}

bool TraceRecorder::has_room() const {
    return recording_->has_room_for_frame(FrameKind::rearrangement, bytes_of(Frame()) + sizeof(Move));
}

Trace TraceRecorder::take() {
    if (recording_->bytes() > recording_->byte_limit) {
        recording_->make_room(0);
    }
    return std::move(recording_->trace);
}

}  // namespace arenascope
