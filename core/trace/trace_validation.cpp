#include "core/trace/trace_validation.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arenascope {
namespace {

std::int64_t flat_offset(std::optional<Offset> offset) {
    return offset ? offset->value() : unplaced_offset;
}

Error broken(const std::string& what, std::size_t frame) {
    return {{}, 0, what + " of frame " + std::to_string(frame) + " is out of range", "record the trace again"};
}

bool in_range(BufferIndex buffer, std::uint32_t count) {
    return buffer.value() < count;
}

bool in_range_or_none(BufferIndex buffer, std::uint32_t count) {
    return buffer == BufferIndex::none() || in_range(buffer, count);
}

/// Whether the index is none() or less than `frame`.
bool earlier(FrameIndex index, std::size_t frame) {
    return index == FrameIndex::none() || index.value() < frame;
}

Expected<void> validate_changes(const FrameChanges& changes, std::size_t index, std::uint32_t count) {
    for (const Move& move : changes.moves) {
        if (!in_range(move.buffer, count) || move.from.value_or(Offset(0)) < Offset(0) ||
            move.to.value_or(Offset(0)) < Offset(0)) {
            return failure(broken("a move", index));
        }
    }
    for (const OrderChange& change : changes.order) {
        if (change.position >= count || !in_range_or_none(change.from, count) || !in_range_or_none(change.to, count)) {
            return failure(broken("a change of order", index));
        }
    }
    for (const RiskChange& change : changes.risks) {
        if (!in_range(change.buffer, count)) {
            return failure(broken("a change of tier", index));
        }
    }
    return {};
}

/// Visits all frames, and compares the `from` side of each change with the state before it. The frames form a tree in
/// which the parent is the frame that the changes are relative to. Each change is applied once on the way down and
/// undone once on the way up. Records a checkpoint where one is due.
class ReplayCheck {
public:
    ReplayCheck(Trace& trace, const IndexedVector<FrameIndex, FrameChanges>& changes)
        : trace_(trace),
          changes_(changes),
          state_{IndexedVector<BufferIndex, std::int64_t>(trace.buffer_count, unplaced_offset),
                 std::vector<BufferIndex>(trace.buffer_count, BufferIndex::none()),
                 IndexedVector<BufferIndex, Risk>(trace.buffer_count)},
          first_(trace.frames.size() + 1, FrameIndex::none()),
          next_(trace.frames.size(), FrameIndex::none()) {
        IndexedVector<FrameIndex, FrameIndex> bases(trace.frames.size(), FrameIndex::none());
        for (std::size_t i = 0; i < bases.size(); ++i) {
            bases[i] = base_of(trace, FrameIndex(i));
        }
        // Backwards, so that each list begins with its earliest frame.
        for (std::size_t i = bases.size(); i > 0; --i) {
            const FrameIndex base = bases[i - 1];
            FrameIndex& first = first_[base == FrameIndex::none() ? bases.size() : base.value()];
            next_[i - 1] = first;
            first = FrameIndex(i - 1);
        }
    }

    [[nodiscard]] Expected<void> operator()() {
        std::vector<FrameIndex> applied;
        std::vector<std::size_t> weights = {0};  // of the changes since the last checkpoint
        FrameIndex at = first_.back();
        while (at != FrameIndex::none() || !applied.empty()) {
            if (at == FrameIndex::none()) {
                const FrameIndex done = applied.back();
                applied.pop_back();
                weights.pop_back();
                rewrite(changes_[done], &Move::from, &OrderChange::from, &RiskChange::from);
                at = next_[done];
                continue;
            }
            if (const char* what = contradiction(changes_[at])) {
                return failure(Error{{},
                                     0,
                                     std::string(what) + " of frame " + std::to_string(at.value()) +
                                         " does not begin where the frames before it end",
                                     "record the trace again"});
            }
            rewrite(changes_[at], &Move::to, &OrderChange::to, &RiskChange::to);
            applied.push_back(at);
            weights.push_back(weights.back() + replay_weight(trace_.changes.counts(at)));
            if (is_checkpoint_due(weights.back(), trace_.buffer_count)) {
                trace_.changes.record_checkpoint(at, state_without_end());
                weights.back() = 0;
            }
            at = first_[at];
        }
        return {};
    }

private:
    /// The kind of change that contradicts the state before the frame; null if there is none.
    [[nodiscard]] const char* contradiction(const FrameChanges& changes) const {
        const auto differs = [](const auto& list, const auto& matches) {
            return !std::all_of(list.begin(), list.end(), matches);
        };
        if (differs(changes.moves,
                    [&](const Move& move) { return state_.offsets[move.buffer] == flat_offset(move.from); })) {
            return "a move";
        }
        if (differs(changes.order,
                    [&](const OrderChange& change) { return state_.order[change.position] == change.from; })) {
            return "a change of order";
        }
        if (differs(changes.risks,
                    [&](const RiskChange& change) { return state_.risks[change.buffer] == change.from; })) {
            return "a change of tier";
        }
        return nullptr;
    }

    void rewrite(const FrameChanges& changes, std::optional<Offset> Move::*offset, BufferIndex OrderChange::*buffer,
                 Risk RiskChange::*risk) {
        for (const Move& move : changes.moves) {
            state_.offsets[move.buffer] = flat_offset(move.*offset);
        }
        for (const OrderChange& change : changes.order) {
            state_.order[change.position] = change.*buffer;
        }
        for (const RiskChange& change : changes.risks) {
            state_.risks[change.buffer] = change.*risk;
        }
    }

    /// The state, whose order ends at its last buffer.
    [[nodiscard]] RunState state_without_end() const {
        RunState state = state_;
        while (!state.order.empty() && state.order.back() == BufferIndex::none()) {
            state.order.pop_back();
        }
        return state;
    }

    Trace& trace_;
    const IndexedVector<FrameIndex, FrameChanges>& changes_;
    RunState state_;  ///< with a position of the order for each buffer
    /// By frame: the first frame relative to it; the last entry is for the empty layout.
    IndexedVector<FrameIndex, FrameIndex> first_;
    IndexedVector<FrameIndex, FrameIndex> next_;  ///< by frame: the next frame relative to the same one
};

bool is_sound(const PlacementStep& step, std::uint32_t buffers) {
    const auto exists = [buffers](BufferIndex buffer) {
        return buffer == BufferIndex::none() || buffer.value() < buffers;
    };
    const std::size_t count = step.candidates.size();
    const bool matches = !step.object || (step.chosen == 0 && step.object->candidates.size() == count);
    return matches && step.buffer.value() < buffers && (step.chosen < count || (count == 0 && step.chosen == 0)) &&
           exists(step.taken_from) && (step.figures.empty() || step.figures.size() == count) &&
           (step.contexts.empty() || step.contexts.size() == count * step.ghosts.size()) &&
           std::all_of(step.figures.begin(), step.figures.end(),
                       [&](const PlacementStep::Figures& one) { return exists(one.taken_from); }) &&
           std::all_of(step.ghosts.begin(), step.ghosts.end(),
                       [buffers](const PlacementStep::Ghost& ghost) { return ghost.buffer.value() < buffers; }) &&
           std::all_of(step.avoided.begin(), step.avoided.end(),
                       [buffers](BufferIndex one) { return one.value() < buffers; });
}

bool is_sound(const PackedChanges& changes, std::uint32_t buffers) {
    const auto exists = [buffers](BufferIndex buffer) { return in_range(buffer, buffers); };
    const auto exists_or_none = [buffers](BufferIndex buffer) { return in_range_or_none(buffer, buffers); };
    return std::ranges::all_of(changes.moved, exists) && std::ranges::all_of(changes.classified, exists) &&
           std::ranges::all_of(changes.positions, [buffers](std::uint32_t one) { return one < buffers; }) &&
           std::ranges::all_of(changes.buffers_before, exists_or_none) &&
           std::ranges::all_of(changes.buffers_after, exists_or_none);
}

}  // namespace

Expected<void> validate_trace(const Trace& trace) {
    ChangeReader reader(trace.changes);
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        if (!earlier(frame.parent, i) || !earlier(frame.previous, i)) {
            return failure(broken("parent or previous frame", i));
        }
        for (const FrameIndex child : frame.children) {
            if (child.value() <= i || child.value() >= trace.frames.size() ||
                trace.frames[child].parent != FrameIndex(i)) {
                return failure(broken("a child", i));
            }
        }
        for (const BufferIndex member : frame.members) {
            if (!in_range(member, trace.buffer_count)) {
                return failure(broken("a member", i));
            }
        }
        if (!is_sound(reader.read(FrameIndex(i)), trace.buffer_count)) {
            return failure(broken("a change", i));
        }
        if (frame.step && !is_sound(*frame.step, trace.buffer_count)) {
            return failure(broken("the candidates of a placement", i));
        }
        if (frame.learning && frame.learning->region == RegionIndex::none()) {
            return failure(broken("the memory of a generation or an episode", i));
        }
    }
    for (const FrameIndex root : trace.roots) {
        if (root.value() >= trace.frames.size()) {
            return failure(broken("a root", root.value()));
        }
    }
    if (trace.result != FrameIndex::none() && trace.result.value() >= trace.frames.size()) {
        return failure(broken("the result", trace.result.value()));
    }
    return {};
}

Expected<void> set_changes(Trace& trace, const IndexedVector<FrameIndex, FrameChanges>& changes) {
    trace.changes = ChangeStore();
    if (auto valid = validate_trace(trace); !valid) {
        return valid;
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (auto valid = validate_changes(changes[i], i, trace.buffer_count); !valid) {
            return valid;
        }
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        trace.changes.record(FrameIndex(i), changes[i]);
    }
    return ReplayCheck(trace, changes)();
}

}  // namespace arenascope
