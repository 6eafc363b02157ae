#include "core/trace/trace_player.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

OptionalOffset offset_at(std::int64_t flat_offset) {
    return flat_offset == unplaced_offset ? OptionalOffset() : OptionalOffset(Offset(flat_offset));
}

}  // namespace

TracePlayer::TracePlayer(const Trace& trace)
    : trace_(&trace),
      reader_(trace.changes),
      is_applied_(trace.frames.size(), false),
      offsets_(trace.buffer_count),
      risks_(trace.buffer_count) {}

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
            apply(*at);
        }
    }
    current_ = frame;
}

void TracePlayer::push(FrameIndex frame) {
    applied_.push_back(frame);
    is_applied_[frame] = true;
}

void TracePlayer::clear() {
    for (const FrameIndex frame : applied_) {
        is_applied_[frame] = false;
    }
    applied_.clear();
    std::fill(offsets_.begin(), offsets_.end(), OptionalOffset());
    order_.clear();
    std::fill(risks_.begin(), risks_.end(), Risk());
}

void TracePlayer::load(FrameIndex checkpoint) {
    for (const FrameIndex frame : applied_) {
        is_applied_[frame] = false;
    }
    applied_.clear();
    RunState state = trace_->changes.checkpoint(checkpoint);
    // Damaged bytes give an empty state.
    state.offsets.resize(offsets_.size(), unplaced_offset);
    state.risks.resize(risks_.size());
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        offsets_[i] = offset_at(state.offsets[i]);
    }
    order_ = std::move(state.order);
    risks_ = std::move(state.risks);
    push(checkpoint);
}

void TracePlayer::apply(FrameIndex frame) {
    const PackedChanges& changes = reader_.read(frame);
    for (std::size_t i = 0; i < changes.moved.size(); ++i) {
        OptionalOffset& offset = offsets_[changes.moved[i]];
        offset = offset_at(shifted(flat(offset), changes.shifts[i]));
    }
    apply_order(changes, order_);
    for (std::size_t i = 0; i < changes.classified.size(); ++i) {
        risks_[changes.classified[i]] = risk_of(changes.risks[i] % 16U);
    }
    push(frame);
}

void TracePlayer::undo_last() {
    const PackedChanges& changes = reader_.read(applied_.back());
    for (std::size_t i = 0; i < changes.moved.size(); ++i) {
        OptionalOffset& offset = offsets_[changes.moved[i]];
        offset = offset_at(shifted_back(flat(offset), changes.shifts[i]));
    }
    undo_order(changes, order_);
    for (std::size_t i = 0; i < changes.classified.size(); ++i) {
        risks_[changes.classified[i]] = risk_of(changes.risks[i] / 16U);
    }
    is_applied_[applied_.back()] = false;
    applied_.pop_back();
}

FrameChanges TracePlayer::changes() const {
    FrameChanges list;
    if (current_ == FrameIndex::none()) {
        return list;
    }
    const PackedChanges& packed = reader_.read(current_);
    list.moves.reserve(packed.moved.size());
    for (std::size_t i = 0; i < packed.moved.size(); ++i) {
        const OptionalOffset after = offsets_[packed.moved[i]];
        list.moves.push_back({packed.moved[i], offset_at(shifted_back(flat(after), packed.shifts[i])), after});
    }
    const std::size_t count = packed.positions.size();
    list.order.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        list.order[i].position = packed.positions[i];
        if (packed.sources.empty()) {
            list.order[i].from = packed.buffers_before[i];
            list.order[i].to = packed.buffers_after[i];
        } else {
            list.order[i].to = order_[packed.positions[i]];
            list.order[packed.sources[i]].from = list.order[i].to;
        }
    }
    for (std::size_t i = 0; i < packed.classified.size(); ++i) {
        list.risks.push_back({packed.classified[i], risk_of(packed.risks[i] / 16U), risk_of(packed.risks[i] % 16U)});
    }
    return list;
}

std::vector<Move> TracePlayer::moves() const {
    std::vector<Move> list;
    if (current_ == FrameIndex::none()) {
        return list;
    }
    const PackedChanges& packed = reader_.read(current_);
    const auto use_moves = [this, &packed](const auto& use) {
        for (std::size_t i = 0; i < packed.moved.size(); ++i) {
            const OptionalOffset after = offsets_[packed.moved[i]];
            const OptionalOffset before = offset_at(shifted_back(flat(after), packed.shifts[i]));
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

namespace {

/// Sets each position of `positions` to the buffer of its entry; positions beyond the end become the order's own.
void set_positions(const std::vector<std::uint32_t>& positions, const std::vector<BufferIndex>& buffers,
                   std::vector<BufferIndex>& order) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] >= order.size()) {
            order.resize(std::size_t{positions[i]} + 1, BufferIndex::none());
        }
        order[positions[i]] = buffers[i];
    }
    while (!order.empty() && order.back() == BufferIndex::none()) {
        order.pop_back();
    }
}

std::vector<BufferIndex> buffers_at(const std::vector<std::uint32_t>& positions,
                                    const std::vector<BufferIndex>& order) {
    std::vector<BufferIndex> buffers;
    buffers.reserve(positions.size());
    for (const std::uint32_t position : positions) {
        buffers.push_back(order[position]);
    }
    return buffers;
}

}  // namespace

void apply_order(const PackedChanges& changes, std::vector<BufferIndex>& order) {
    if (changes.sources.empty()) {
        set_positions(changes.positions, changes.buffers_after, order);
        return;
    }
    const std::vector<BufferIndex> before = buffers_at(changes.positions, order);
    for (std::size_t i = 0; i < before.size(); ++i) {
        order[changes.positions[i]] = before[changes.sources[i]];
    }
}

void undo_order(const PackedChanges& changes, std::vector<BufferIndex>& order) {
    if (changes.sources.empty()) {
        set_positions(changes.positions, changes.buffers_before, order);
        return;
    }
    const std::vector<BufferIndex> after = buffers_at(changes.positions, order);
    for (std::size_t i = 0; i < after.size(); ++i) {
        order[changes.positions[changes.sources[i]]] = after[i];
    }
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

FrameChanges changes_of(const Trace& trace, FrameIndex frame) {
    TracePlayer player(trace);
    player.go_to(frame);
    return player.changes();
}

std::vector<BufferIndex> changed_buffers(const Trace& trace, FrameIndex frame) {
    ChangeReader reader(trace.changes);
    return reader.read(frame).moved;
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
