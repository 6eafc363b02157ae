#include "core/trace/trace_recorder.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/memory/live_profile.h"

namespace arenascope {
namespace {

/// A complete state, kept for each level of nesting to compute the changes of the next sibling.
struct State {
    std::vector<std::int64_t> offsets;
    std::vector<BufferIndex> order;
    IndexedVector<BufferIndex, Risk> risks;
};

std::optional<Offset> offset_or_none(std::int64_t offset) {
    return offset == unplaced_offset ? std::nullopt : std::optional(Offset(offset));
}

void record_moves(State& before, std::span<const std::int64_t> offsets, std::vector<Move>& moves) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (before.offsets[i] != offsets[i]) {
            moves.push_back({BufferIndex(i), offset_or_none(before.offsets[i]), offset_or_none(offsets[i])});
            before.offsets[i] = offsets[i];
        }
    }
}

void record_order(State& before, std::span<const BufferIndex> order, std::vector<OrderChange>& changes) {
    const std::size_t longest = std::max(before.order.size(), order.size());
    for (std::size_t i = 0; i < longest; ++i) {
        const BufferIndex from = i < before.order.size() ? before.order[i] : BufferIndex::none();
        const BufferIndex to = i < order.size() ? order[i] : BufferIndex::none();
        if (from != to) {
            changes.push_back({static_cast<std::uint32_t>(i), from, to});
        }
    }
    before.order.assign(order.begin(), order.end());
}

void record_risks(State& before, std::span<const Risk> risks, std::vector<RiskChange>& changes) {
    for (std::size_t i = 0; i < risks.size(); ++i) {
        if (before.risks[i] != risks[i]) {
            changes.push_back({BufferIndex(i), before.risks[i], risks[i]});
            before.risks[i] = risks[i];
        }
    }
}

std::size_t bytes_of(const PlacementStep& step) {
    return step.candidates.size() * sizeof(Offset) + step.ghosts.size() * sizeof(PlacementStep::Ghost);
}

std::size_t bytes_of(const Frame& frame) {
    return sizeof(Frame) + sizeof(FrameIndex) + frame.moves.size() * sizeof(Move) +
           frame.order.size() * sizeof(OrderChange) + frame.risks.size() * sizeof(RiskChange) +
           frame.members.size() * sizeof(BufferIndex) + frame.note.size() + (frame.step ? bytes_of(*frame.step) : 0);
}

}  // namespace

struct TraceRecorder::Recording {
    /// An open frame, with the state that the changes of its next child are relative to.
    struct Level {
        FrameIndex frame = FrameIndex::none();  ///< none(): the level of the roots, or a dropped frame
        FrameIndex last_child = FrameIndex::none();
        State state;
        bool dropped = false;
    };

    Trace trace;
    std::vector<Level> open;
    FrameIndex last_left = FrameIndex::none();
    std::size_t bytes = 0;
    std::size_t byte_limit = 0;
    State nothing;
};

TraceRecorder::TraceRecorder(const Problem& problem, Provenance provenance, std::size_t byte_limit)
    : recording_(std::make_unique<Recording>()) {
    const std::size_t count = problem.buffers.size();
    recording_->trace.provenance = std::move(provenance);
    recording_->trace.fingerprint = fingerprint(problem);
    recording_->trace.buffer_count = static_cast<std::uint32_t>(count);
    recording_->trace.threshold = threshold(problem);
    recording_->byte_limit = byte_limit;
    recording_->nothing = {
        std::vector<std::int64_t>(count, unplaced_offset), {}, IndexedVector<BufferIndex, Risk>(count)};
    recording_->open.push_back({.state = recording_->nothing});
}

TraceRecorder::~TraceRecorder() = default;

void TraceRecorder::enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members) {
    Recording& recording = *recording_;
    Recording::Level& parent = recording.open.back();
    if (parent.dropped || (kind == FrameKind::rearrangement && !has_room())) {
        recording.open.push_back({.dropped = true});
        return;
    }
    const FrameIndex index(recording.trace.frames.size());
    Frame frame;
    frame.kind = kind;
    frame.parent = parent.frame;
    frame.previous = parent.last_child;
    frame.note = note;
    frame.members.assign(members.begin(), members.end());
    if (parent.frame == FrameIndex::none()) {
        recording.trace.roots.push_back(index);
    } else {
        recording.trace.frames[parent.frame].children.push_back(index);
    }
    recording.trace.frames.push_back(std::move(frame));
    // Groups accumulate in one container, so the tries of a group start from the result of the previous group.
    State base = kind == FrameKind::group ? parent.state : recording.nothing;
    recording.open.push_back({.frame = index, .state = std::move(base)});
}

void TraceRecorder::leave(const FrameState& state) {
    Recording& recording = *recording_;
    const Recording::Level level = std::move(recording.open.back());
    recording.open.pop_back();
    if (level.dropped) {
        ++recording.trace.dropped_frames;
        return;
    }
    Recording::Level& parent = recording.open.back();
    Frame& frame = recording.trace.frames[level.frame];
    record_moves(parent.state, state.offsets, frame.moves);
    record_order(parent.state, state.order, frame.order);
    record_risks(parent.state, state.risks, frame.risks);
    frame.peak = state.peak;
    frame.goal = state.goal;
    frame.work = state.work;
    frame.attempts = state.attempts;
    if (state.step != nullptr && has_room()) {
        frame.step = *state.step;
    }
    parent.last_child = level.frame;
    recording.last_left = level.frame;
    recording.bytes += bytes_of(frame);
}

void TraceRecorder::mark_result() {
    recording_->trace.result = recording_->last_left;
}

bool TraceRecorder::has_room() const {
    return recording_->bytes < recording_->byte_limit;
}

Trace TraceRecorder::take() {
    return std::move(recording_->trace);
}

}  // namespace arenascope
