#include "core/trace/replay_check.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace arenascope {
namespace {

constexpr const char* move_words = "a move";
constexpr const char* order_words = "a change of order";
constexpr const char* tier_words = "a change of tier";
constexpr const char* checkpoint_words = "the checkpoint";
constexpr const char* damage_words = "the list of changes";

/// Whether all indices are below `bound`, and none comes twice. `stamps` has an entry for each index; `stamp` is new.
template <class IndexType>
bool are_distinct(const std::vector<IndexType>& list, std::size_t bound, std::vector<std::uint32_t>& stamps,
                  std::uint32_t stamp) {
    const auto value = [](IndexType one) {
        if constexpr (std::is_same_v<IndexType, std::uint32_t>) {
            return one;
        } else {
            return one.value();
        }
    };
    bool is_ascending = true;
    for (std::size_t i = 1; i < list.size(); ++i) {
        is_ascending = is_ascending && value(list[i - 1]) < value(list[i]);
    }
    if (is_ascending) {
        return list.empty() || value(list.back()) < bound;
    }
    return std::ranges::all_of(
        list, [&](IndexType one) { return value(one) < bound && std::exchange(stamps[value(one)], stamp) != stamp; });
}

/// A state of the run, and the changes that lead from one to the next.
class CheckedState {
public:
    CheckedState(const Trace& trace, const ReplayRules& rules)
        : trace_(trace),
          rules_(rules),
          reader_(trace.changes),
          state_(trace.buffer_count),
          stamps_(trace.buffer_count, 0) {}

    void clear() { state_.clear(); }

    /// Applies a frame. What does not fit the state, for people; null: all does.
    [[nodiscard]] const char* apply(FrameIndex frame) {
        const PackedChanges& changes = reader_.read(frame);
        const FrameChanges* told = rules_.told != nullptr ? &(*rules_.told)[frame] : nullptr;
        ChangeCounts counts;
        if (!fits_offsets(changes, told, counts)) {
            return move_words;
        }
        if (!fits_order(changes, told)) {
            return order_words;
        }
        if (!fits_risks(changes)) {
            return tier_words;
        }
        counts.moves = static_cast<std::uint32_t>(changes.moved.size());
        counts.all =
            static_cast<std::uint32_t>(changes.moved.size() + changes.positions.size() + changes.classified.size());
        if (counts != trace_.changes.counts(frame)) {
            return damage_words;
        }
        state_.apply(changes);
        const bool is_true = !trace_.changes.has_checkpoint(frame) || trace_.changes.checkpoint(frame) == state_;
        return is_true ? nullptr : checkpoint_words;
    }

    void undo(FrameIndex frame) { state_.undo(reader_.read(frame)); }

    [[nodiscard]] const RunState& whole() const { return state_; }

private:
    [[nodiscard]] bool fits_offsets(const PackedChanges& changes, const FrameChanges* told, ChangeCounts& counts) {
        if (!are_distinct(changes.moved, trace_.buffer_count, stamps_, ++stamp_)) {
            return false;
        }
        for (std::size_t i = 0; i < changes.moved.size(); ++i) {
            const BufferIndex buffer = changes.moved[i];
            const OptionalOffset before = state_.offsets[buffer];
            const OptionalOffset after = changes.offset_after(i, before);
            const Offset highest(rules_.highest != nullptr ? (*rules_.highest)[buffer]
                                                           : std::numeric_limits<std::int64_t>::max());
            const bool is_place = !after || (*after >= Offset(0) && *after <= highest);
            // An offset so low that it counts as none would not lead back.
            if (!is_place || changes.offset_before(i, after) != before ||
                (told != nullptr && told->moves[i].from != before)) {
                return false;
            }
            counts.placed += before ? 0U : 1U;
            counts.removed += after ? 0U : 1U;
        }
        return true;
    }

    [[nodiscard]] bool fits_order(const PackedChanges& changes, const FrameChanges* told) {
        if (!are_distinct(changes.positions, trace_.buffer_count, stamps_, ++stamp_)) {
            return false;
        }
        for (std::size_t i = 0; i < changes.positions.size(); ++i) {
            const std::uint32_t position = changes.positions[i];
            const BufferIndex before = position < state_.order.size() ? state_.order[position] : BufferIndex::none();
            if (told != nullptr && told->order[i].from != before) {
                return false;
            }
            if (!changes.sources.empty()) {
                if (before == BufferIndex::none()) {
                    return false;
                }
                continue;
            }
            const BufferIndex after = changes.buffers_after[i];
            if (changes.buffers_before[i] != before ||
                (after != BufferIndex::none() && after.value() >= trace_.buffer_count)) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool fits_risks(const PackedChanges& changes) {
        if (!are_distinct(changes.classified, trace_.buffer_count, stamps_, ++stamp_)) {
            return false;
        }
        for (std::size_t i = 0; i < changes.classified.size(); ++i) {
            if (state_.risks[changes.classified[i]] != changes.risk_before(i)) {
                return false;
            }
        }
        return true;
    }

    const Trace& trace_;
    const ReplayRules& rules_;
    ChangeReader reader_;
    RunState state_;
    std::vector<std::uint32_t> stamps_;  ///< by buffer or position: the last list that has it
    std::uint32_t stamp_ = 0;
};

/// By frame: the first frame relative to it, and the next one relative to the same. The last entry of `first` is that
/// of the empty layout.
struct BaseTree {
    explicit BaseTree(const Trace& trace)
        : first(trace.frames.size() + 1, FrameIndex::none()), next(trace.frames.size(), FrameIndex::none()) {
        // Backwards, so that each list begins with its earliest frame.
        for (std::size_t i = next.size(); i > 0; --i) {
            const FrameIndex base = base_of(trace, FrameIndex(i - 1));
            FrameIndex& head = first[base == FrameIndex::none() ? next.size() : base.value()];
            next[i - 1] = head;
            head = FrameIndex(i - 1);
        }
    }

    IndexedVector<FrameIndex, FrameIndex> first;
    IndexedVector<FrameIndex, FrameIndex> next;
};

Error contradiction(const char* what, FrameIndex frame) {
    return {{},
            0,
            std::string(what) + " of frame " + std::to_string(frame.value()) +
                " does not begin where the frames before it end",
            "record the trace again"};
}

/// An applied frame, with the weight of its changes and of those since the last checkpoint.
struct Applied {
    FrameIndex frame;
    std::size_t weight = 0;
    std::size_t since_checkpoint = 0;
};

}  // namespace

Expected<void> check_replay(const Trace& trace, const ReplayRules& rules) {
    const BaseTree tree(trace);
    CheckedState state(trace, rules);
    std::vector<Applied> applied;
    for (FrameIndex at = tree.first.back(); at != FrameIndex::none();) {
        if (const char* what = state.apply(at)) {
            return failure(contradiction(what, at));
        }
        const std::size_t weight = replay_weight(trace.changes.counts(at));
        applied.push_back({at, weight, weight + (applied.empty() ? 0 : applied.back().since_checkpoint)});
        if (rules.checkpoints != nullptr && is_checkpoint_due(applied.back().since_checkpoint, trace.buffer_count)) {
            rules.checkpoints->record_checkpoint(at, state.whole());
            applied.back().since_checkpoint = 0;
        }
        if (tree.first[at] != FrameIndex::none()) {
            at = tree.first[at];
            continue;
        }
        // Back to the next branch.
        std::size_t undone = applied.size();
        std::size_t cost = 0;
        do {
            --undone;
            at = tree.next[applied[undone].frame];
            cost += applied[undone].weight;
        } while (at == FrameIndex::none() && undone > 0);
        if (at == FrameIndex::none()) {
            break;
        }
        if (undone == 0 && cost > trace.buffer_count) {
            state.clear();
            applied.clear();
        }
        for (; applied.size() > undone; applied.pop_back()) {
            state.undo(applied.back().frame);
        }
    }
    return {};
}

}  // namespace arenascope
