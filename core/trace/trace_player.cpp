#include "core/trace/trace_player.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
TracePlayer::TracePlayer(const Trace& trace)
    : trace_(&trace), reader_(trace.changes), is_applied_(trace.frames.size(), false), state_(trace.buffer_count) {}

/// The weight of undoing the applied frames after `until`, counted no further than `enough`.
std::size_t TracePlayer::weight_of_undoing(FrameIndex until, std::size_t enough) const {
    std::size_t weight = 0;
    for (auto at = applied_.rbegin(); at != applied_.rend() && *at != until && weight <= enough; ++at) {
        weight += replay_weight(trace_->changes.counts(*at));
    }
    return weight;
}

TracePlayer::Way TracePlayer::way_to(FrameIndex frame) const {
    constexpr std::size_t columns = 3;
    Way way;
    std::size_t weight = 0;
    std::size_t with_checkpoint = std::numeric_limits<std::size_t>::max();
    for (; frame != FrameIndex::none() && !is_applied_[frame] && weight <= with_checkpoint;
         frame = base_of(*trace_, frame)) {
        way.frames.push_back(frame);
        if (way.checkpoint == FrameIndex::none() && trace_->changes.has_checkpoint(frame)) {
            way.checkpoint = frame;
            with_checkpoint = weight + columns * trace_->buffer_count;
        }
        weight += replay_weight(trace_->changes.counts(frame));
    }
    way.common = frame;
    if (way.checkpoint != FrameIndex::none()) {
        weight += frame == FrameIndex::none() ? trace_->buffer_count : weight_of_undoing(frame, with_checkpoint);
        way.checkpoint = weight <= with_checkpoint ? FrameIndex::none() : way.checkpoint;
    }
    return way;
}

void TracePlayer::go_to(FrameIndex frame) {
    if (frame == current_) {
        return;
    }
    if (frame == FrameIndex::none()) {
        clear();
    } else if (current_ != FrameIndex::none() && base_of(*trace_, current_) == frame) {
        undo_last();
        if (applied_.empty()) {
            push(frame);
        }
    } else {
        const Way way = way_to(frame);
        if (way.checkpoint != FrameIndex::none()) {
            load(way.checkpoint);
        } else if (way.common == FrameIndex::none()) {
            clear();
        }
        while (!applied_.empty() && way.checkpoint == FrameIndex::none() && applied_.back() != way.common) {
            undo_last();
        }
        const auto last = std::find(way.frames.begin(), way.frames.end(), way.checkpoint);
        for (auto at = std::make_reverse_iterator(last); at != way.frames.rend(); ++at) {
            state_.apply(reader_.read(*at));
            push(*at);
        }
    }
    current_ = frame;
}

void TracePlayer::push(FrameIndex frame) {
    applied_.push_back(frame);
    is_applied_[frame] = true;
}

void TracePlayer::forget_applied() {
    for (const FrameIndex frame : applied_) {
        is_applied_[frame] = false;
    }
    applied_.clear();
}

void TracePlayer::clear() {
    forget_applied();
    state_.clear();
}

void TracePlayer::load(FrameIndex checkpoint) {
    forget_applied();
    state_ = trace_->changes.checkpoint(checkpoint);
    // Damaged bytes give an empty state.
    state_.offsets.resize(trace_->buffer_count);
    state_.risks.resize(trace_->buffer_count);
    push(checkpoint);
}

void TracePlayer::undo_last() {
    state_.undo(reader_.read(applied_.back()));
    is_applied_[applied_.back()] = false;
    applied_.pop_back();
}

FrameChanges TracePlayer::changes() const {
    return current_ == FrameIndex::none() ? FrameChanges() : state_.changes(reader_.read(current_));
}

std::vector<Move> TracePlayer::moves() const {
    std::vector<Move> list;
    if (current_ == FrameIndex::none()) {
        return list;
    }
    const PackedChanges& packed = reader_.read(current_);
    const auto use_moves = [this, &packed](const auto& use) {
        for (std::size_t i = 0; i < packed.moved.size(); ++i) {
            const OptionalOffset after = state_.offsets[packed.moved[i]];
            const OptionalOffset before = packed.offset_before(i, after);
            if (before && after) {
                use(Move{packed.moved[i], before, after});
            }
        }
    };
    // Counted first, because the first frame of a run places millions and moves none.
    std::size_t count = 0;
    use_moves([&count](const Move& /*move*/) { ++count; });
    list.reserve(count);
    use_moves([&list](const Move& move) { list.push_back(move); });
    return list;
}

FrameChanges ChangeWalk::changes_of(FrameIndex frame) {
    std::size_t depth = 0;
    for (FrameIndex at = trace_->frames[frame].parent; at != FrameIndex::none(); at = trace_->frames[at].parent) {
        ++depth;
    }
    while (players_.size() <= depth) {
        players_.emplace_back(*trace_);
    }
    players_[depth].go_to(frame);
    return players_[depth].changes();
}

std::vector<BufferIndex> changed_buffers(const Trace& trace, FrameIndex frame) {
    ChangeReader reader(trace.changes);
    return reader.read(frame).moved;
}

Layout TracePlayer::layout(const Problem& problem) const {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < state_.offsets.size(); ++i) {
        layout.placements[i] = {state_.offsets[i], problem.buffers[i].region};
    }
    return layout;
}

RegionIndex region_of(const Trace& trace, FrameIndex frame) {
    while (trace.frames[frame].region == RegionIndex::none() && trace.frames[frame].parent != FrameIndex::none()) {
        frame = trace.frames[frame].parent;
    }
    return trace.frames[frame].region;
}

std::vector<Move> moves_in(const TracePlayer& player) {
    std::vector<Move> moves = player.moves();
    if (!std::ranges::is_sorted(moves, {}, &Move::buffer)) {
        std::ranges::sort(moves, {}, &Move::buffer);
    }
    return moves;
}

std::vector<Move> moves_in(const Trace& trace, FrameIndex frame) {
    TracePlayer player(trace);
    player.go_to(frame);
    return moves_in(player);
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
        const ChangeCounts counts = trace.changes.counts(FrameIndex(i));
        placed[i] += std::int64_t{counts.placed} - std::int64_t{counts.removed};
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
