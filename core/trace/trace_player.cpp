#include "core/trace/trace_player.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/memory/indexed_vector.h"

namespace arenascope {
namespace {

/// The frame that the changes of a frame are relative to; none(): relative to an empty layout.
FrameIndex base_of(const Trace& trace, FrameIndex index) {
    const Frame* frame = &trace.frames[index];
    while (frame->previous == FrameIndex::none()) {
        if (frame->parent == FrameIndex::none() || trace.frames[frame->parent].kind != FrameKind::group) {
            return FrameIndex::none();
        }
        frame = &trace.frames[frame->parent];
    }
    return frame->previous;
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

Expected<void> validate_changes(const Frame& frame, std::size_t index, std::uint32_t count) {
    for (const Move& move : frame.moves) {
        if (!in_range(move.buffer, count) || move.from.value_or(Offset(0)) < Offset(0) ||
            move.to.value_or(Offset(0)) < Offset(0)) {
            return failure(broken("a move", index));
        }
    }
    for (const OrderChange& change : frame.order) {
        if (change.position >= count || !in_range_or_none(change.from, count) || !in_range_or_none(change.to, count)) {
            return failure(broken("a change of order", index));
        }
    }
    for (const RiskChange& change : frame.risks) {
        if (!in_range(change.buffer, count)) {
            return failure(broken("a change of tier", index));
        }
    }
    for (const BufferIndex member : frame.members) {
        if (!in_range(member, count)) {
            return failure(broken("a member", index));
        }
    }
    return {};
}

/// Visits all frames, and compares the `from` side of each change with the state before it. The frames form a tree in
/// which the parent is the frame that the changes are relative to. Each change is applied once on the way down and
/// undone once on the way up.
class ReplayCheck {
public:
    explicit ReplayCheck(const Trace& trace)
        : trace_(trace),
          offsets_(trace.buffer_count),
          order_(trace.buffer_count, BufferIndex::none()),
          risks_(trace.buffer_count),
          first_(trace.frames.size() + 1, FrameIndex::none()),
          next_(trace.frames.size(), FrameIndex::none()) {
        IndexedVector<FrameIndex, FrameIndex> bases(trace.frames.size(), FrameIndex::none());
        for (std::size_t i = 0; i < bases.size(); ++i) {
            const Frame& frame = trace.frames[i];
            if (frame.previous != FrameIndex::none()) {
                bases[i] = frame.previous;
            } else if (frame.parent != FrameIndex::none() && trace.frames[frame.parent].kind == FrameKind::group) {
                bases[i] = bases[frame.parent];
            }
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
        FrameIndex at = first_.back();
        while (at != FrameIndex::none() || !applied.empty()) {
            if (at == FrameIndex::none()) {
                const FrameIndex done = applied.back();
                applied.pop_back();
                rewrite(trace_.frames[done], &Move::from, &OrderChange::from, &RiskChange::from);
                at = next_[done];
                continue;
            }
            const Frame& frame = trace_.frames[at];
            if (const char* what = contradiction(frame)) {
                return failure(Error{{},
                                     0,
                                     std::string(what) + " of frame " + std::to_string(at.value()) +
                                         " does not begin where the frames before it end",
                                     "record the trace again"});
            }
            rewrite(frame, &Move::to, &OrderChange::to, &RiskChange::to);
            applied.push_back(at);
            at = first_[at];
        }
        return {};
    }

private:
    /// The kind of change that contradicts the state before the frame; null if there is none.
    [[nodiscard]] const char* contradiction(const Frame& frame) const {
        const auto differs = [](const auto& changes, const auto& matches) {
            return !std::all_of(changes.begin(), changes.end(), matches);
        };
        if (differs(frame.moves, [&](const Move& move) { return offsets_[move.buffer] == move.from; })) {
            return "a move";
        }
        if (differs(frame.order, [&](const OrderChange& change) { return order_[change.position] == change.from; })) {
            return "a change of order";
        }
        if (differs(frame.risks, [&](const RiskChange& change) { return risks_[change.buffer] == change.from; })) {
            return "a change of tier";
        }
        return nullptr;
    }

    void rewrite(const Frame& frame, std::optional<Offset> Move::*offset, BufferIndex OrderChange::*buffer,
                 Risk RiskChange::*risk) {
        for (const Move& move : frame.moves) {
            offsets_[move.buffer] = move.*offset;
        }
        for (const OrderChange& change : frame.order) {
            order_[change.position] = change.*buffer;
        }
        for (const RiskChange& change : frame.risks) {
            risks_[change.buffer] = change.*risk;
        }
    }

    const Trace& trace_;
    IndexedVector<BufferIndex, std::optional<Offset>> offsets_;
    std::vector<BufferIndex> order_;
    IndexedVector<BufferIndex, Risk> risks_;
    /// By frame: the first frame relative to it; the last entry is for the empty layout.
    IndexedVector<FrameIndex, FrameIndex> first_;
    IndexedVector<FrameIndex, FrameIndex> next_;  ///< by frame: the next frame relative to the same one
};

}  // namespace

TracePlayer::TracePlayer(const Trace& trace)
    : trace_(&trace), offsets_(trace.buffer_count), risks_(trace.buffer_count) {}

std::vector<FrameIndex> TracePlayer::path_to(FrameIndex frame) const {
    std::vector<FrameIndex> path;
    for (; frame != FrameIndex::none(); frame = base_of(*trace_, frame)) {
        path.push_back(frame);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

void TracePlayer::go_to(FrameIndex frame) {
    if (frame == current_) {
        return;
    }
    if (current_ != FrameIndex::none() && frame != FrameIndex::none() && base_of(*trace_, frame) == current_) {
        apply(trace_->frames[frame]);
        applied_.push_back(frame);
    } else {
        const std::vector<FrameIndex> path = path_to(frame);
        const auto [until, next] = std::mismatch(applied_.begin(), applied_.end(), path.begin(), path.end());
        const auto common = static_cast<std::size_t>(until - applied_.begin());
        while (applied_.size() > common) {
            undo(trace_->frames[applied_.back()]);
            applied_.pop_back();
        }
        for (auto step = next; step != path.end(); ++step) {
            apply(trace_->frames[*step]);
            applied_.push_back(*step);
        }
    }
    current_ = frame;
}

void TracePlayer::apply(const Frame& frame) {
    rewrite(frame, &Move::to, &OrderChange::to, &RiskChange::to);
}

void TracePlayer::undo(const Frame& frame) {
    rewrite(frame, &Move::from, &OrderChange::from, &RiskChange::from);
}

void TracePlayer::rewrite(const Frame& frame, std::optional<Offset> Move::*offset, BufferIndex OrderChange::*buffer,
                          Risk RiskChange::*risk) {
    for (const Move& move : frame.moves) {
        offsets_[move.buffer] = move.*offset;
    }
    for (const OrderChange& change : frame.order) {
        order_.resize(std::max<std::size_t>(order_.size(), change.position + std::size_t{1}), BufferIndex::none());
        order_[change.position] = change.*buffer;
    }
    for (const RiskChange& change : frame.risks) {
        risks_[change.buffer] = change.*risk;
    }
    while (!order_.empty() && order_.back() == BufferIndex::none()) {
        order_.pop_back();
    }
}

Layout TracePlayer::layout(const Problem& problem) const {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        if (offsets_[i]) {
            layout.placements[i] = Placement{*offsets_[i], problem.buffers[i].region};
        }
    }
    return layout;
}

namespace {

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

}  // namespace

Expected<void> validate_trace(const Trace& trace) {
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
        if (auto valid = validate_changes(frame, i, trace.buffer_count); !valid) {
            return valid;
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
    return ReplayCheck(trace)();
}

RegionIndex region_of(const Trace& trace, FrameIndex frame) {
    while (trace.frames[frame].region == RegionIndex::none() && trace.frames[frame].parent != FrameIndex::none()) {
        frame = trace.frames[frame].parent;
    }
    return trace.frames[frame].region;
}

std::vector<Move> moves_in(const Trace& trace, FrameIndex frame) {
    std::vector<Move> moves;
    std::ranges::copy_if(trace.frames[frame].moves, std::back_inserter(moves),
                         [](const Move& move) { return move.from && move.to; });
    std::ranges::sort(moves, {}, &Move::buffer);
    return moves;
}

std::vector<FrameIndex> chief_frames(const Trace& trace) {
    std::vector<FrameIndex> chief;
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        if (is_chief(trace.frames[i].kind)) {
            chief.push_back(FrameIndex(i));
        }
    }
    return chief;
}

IndexedVector<FrameIndex, bool> cut_short_frames(const Trace& trace) {
    std::vector<bool> cut_short(trace.frames.size());
    IndexedVector<FrameIndex, std::int64_t> placed(trace.frames.size());
    std::int64_t most = 0;
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        const FrameIndex base = base_of(trace, FrameIndex(i));
        placed[i] = base == FrameIndex::none() ? 0 : placed[base];
        for (const Move& move : frame.moves) {
            placed[i] += (move.to ? 1 : 0) - (move.from ? 1 : 0);
        }
        if (frame.kind == FrameKind::iteration) {
            cut_short[i] = placed[i] < most;
            most = std::max(most, placed[i]);
        }
    }
    return cut_short;
}

FrameIndex largest_drop(const Trace& trace) {
    const IndexedVector<FrameIndex, bool> cut_short = cut_short_frames(trace);
    FrameIndex found = FrameIndex::none();
    Bytes largest;
    std::map<RegionIndex, Offset> best;  // by region: the lowest peak so far, over all its passes
    for (const FrameIndex step : chief_frames(trace)) {
        if (cut_short[step]) {
            continue;
        }
        const Offset peak = trace.frames[step].peak;
        const auto [so_far, is_first] = best.emplace(region_of(trace, step), peak);
        if (is_first || peak >= so_far->second) {
            continue;
        }
        if (const Bytes drop = so_far->second - peak; drop > largest) {
            largest = drop;
            found = step;
        }
        so_far->second = peak;
    }
    return found;
}

}  // namespace arenascope
