#include "core/analysis/improvement/region_trials.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/analysis/explain/placing_reason.h"
#include "core/model/memory/conflict.h"
#include "core/model/memory/placed_piece.h"

namespace arenascope {
namespace {

constexpr std::uint32_t no_position = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t most_highest = 3;  // two may leave, so that the third tells the highest of the others

/// Pieces of a buffer at an offset, in time order.
std::vector<PlacedPiece> pieces_at(const Problem& problem, BufferIndex buffer, Offset offset) {
    std::vector<PlacedPiece> pieces;
    for_each_placed_piece(problem, buffer, offset, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
    return pieces;
}

/// Whether two buffers use a byte at the same time. Linear in their gaps.
bool collide(const Problem& problem, BufferIndex a, Offset at_a, BufferIndex b, Offset at_b) {
    const std::vector<PlacedPiece> mine = pieces_at(problem, a, at_a);
    const std::vector<PlacedPiece> theirs = pieces_at(problem, b, at_b);
    for (std::size_t i = 0, j = 0; i < mine.size() && j < theirs.size();) {
        if (overlap(mine[i].steps, theirs[j].steps) && overlap(mine[i].bytes, theirs[j].bytes)) {
            return true;
        }
        ++(mine[i].steps.end <= theirs[j].steps.end ? i : j);
    }
    return false;
}

/// A buffer that lives as long as this part of the time, or longer, lasts: the container keeps such ones in one list by
/// offset, and whatever comes or goes moves a part of it.
constexpr std::int64_t lasting_part = 16;

}  // namespace

RegionTrials::RegionTrials(const Problem& problem, const Layout& layout, RegionIndex region,
                           const std::vector<bool>& is_fixed, Offset elsewhere, const ImprovementOrder& order)
    : problem_(problem),
      layout_(layout),
      region_(region),
      elsewhere_(elsewhere),
      order_(order),
      poll_(order.stop),
      container_(problem, region),
      least_lasting_(length(time_span(problem)).value() / lasting_part),
      positions_(problem.buffers.size(), no_position),
      is_tried_(problem.buffers.size()) {
    Offset fixed_top;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const BufferIndex buffer(i);
        if (!layout.placements[buffer] || layout.placements[buffer]->region != region) {
            continue;
        }
        placed_.push_back(buffer);
        if (problem.buffers[buffer].region == region) {
            container_.put(buffer, offset_of(buffer));
            lasting_ += is_lasting(buffer) ? 1 : 0;
        }
        peak_ = std::max(peak_, tail_of(buffer));
        if (is_fixed[i]) {
            fixed_top = std::max(fixed_top, tail_of(buffer));
        } else {
            movable_.push_back(buffer);
        }
    }
    std::ranges::stable_sort(movable_, {}, [this](BufferIndex buffer) { return offset_of(buffer); });
    tops_.reserve(movable_.size() + 1);
    tops_.push_back(fixed_top);
    for (std::size_t i = 0; i < movable_.size(); ++i) {
        positions_[movable_[i]] = static_cast<std::uint32_t>(i);
        tops_.push_back(std::max(tops_.back(), tail_of(movable_[i])));
    }
    highest_.resize(std::min(most_highest, placed_.size()));
    std::ranges::partial_sort_copy(placed_, highest_, [this](BufferIndex a, BufferIndex b) {
        return std::pair(tail_of(b), a) < std::pair(tail_of(a), b);
    });
    std::ranges::copy_if(placed_, std::back_inserter(at_peak_),
                         [this](BufferIndex buffer) { return tail_of(buffer) == peak_; });
}

void RegionTrials::run(const std::vector<BufferIndex>& buffers, FoundImprovements& found, ImprovementReport& report,
                       const std::function<void()>& tell) {
    found_ = &found;
    report_ = &report;
    for (const BufferIndex buffer : buffers) {
        if (!is_over(order_.work)) {
            try_moves(buffer);
        }
        tell();
    }
    // Reinsertions get what swaps leave, and that is at least a half.
    for (const BufferIndex buffer : buffers) {
        try_swaps(buffer, order_.work / 2);
        tell();
    }
    try_together();
    // To find the positions of a buffer takes a visit of each other one. A share that ends before it has tried a few of
    // them is of no use, so the first buffers get such shares, and the last none.
    const std::uint64_t least_share = 8 * std::uint64_t{problem_.buffers.size()};
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const std::uint64_t left = order_.work > work() ? order_.work - work() : 0;
        try_reinsertions(buffers[i],
                         std::min(order_.work, work() + std::max(least_share, left / (buffers.size() - i))));
        tell();
    }
}

bool RegionTrials::is_over(std::uint64_t limit) {
    const bool stopped = poll_.check_at(work());
    const bool over = stopped || work() >= limit;
    report_->is_complete = report_->is_complete && !over;
    report_->was_stopped = report_->was_stopped || stopped;
    return over;
}

Offset RegionTrials::highest_without(BufferIndex one, BufferIndex other) const {
    const auto found =
        std::ranges::find_if(highest_, [&](BufferIndex buffer) { return buffer != one && buffer != other; });
    return found == highest_.end() ? Offset() : tail_of(*found);
}

bool RegionTrials::carries_alone(BufferIndex one, BufferIndex other) const {
    return std::ranges::all_of(at_peak_, [&](BufferIndex buffer) { return buffer == one || buffer == other; });
}

void RegionTrials::try_moves(BufferIndex buffer) {
    if (!carries_alone(buffer, buffer)) {
        return;
    }
    visits_ += placed_.size();
    const auto reason = placing_reason(problem_, layout_, {}, std::nullopt, buffer);
    for (const FreePlace& place : reason->places) {
        if (place.lowest != offset_of(buffer)) {
            count(ImprovementKind::move);
            add(ImprovementKind::move, buffer, BufferIndex::none(), {{buffer, offset_of(buffer), place.lowest}},
                std::max(highest_without(buffer), place.lowest + size_of(buffer)));
        }
    }
}

void RegionTrials::try_swaps(BufferIndex buffer, std::uint64_t limit) {
    is_tried_[buffer.value()] = true;
    // The two must be all that reaches the peak.
    if (at_peak_.size() > 2) {
        return;
    }
    if (carries_alone(buffer, buffer)) {
        for (const BufferIndex other : movable_) {
            if (is_over(limit)) {
                return;
            }
            try_swap(buffer, other);
        }
        return;
    }
    for (const BufferIndex other : at_peak_) {
        if (positions_[other] != no_position && carries_alone(buffer, other) && !is_over(limit)) {
            try_swap(buffer, other);
        }
    }
}

void RegionTrials::try_swap(BufferIndex buffer, BufferIndex other) {
    if (other == buffer || is_tried_[other.value()]) {
        return;
    }
    try_exchange(buffer, other);
    const Offset rest = highest_without(buffer, other);
    try_lowest(ImprovementKind::swap, std::array{buffer, other}, rest, buffer, other);
    try_lowest(ImprovementKind::swap, std::array{other, buffer}, rest, buffer, other);
}

void RegionTrials::try_exchange(BufferIndex buffer, BufferIndex other) {
    count(ImprovementKind::swap);
    const Offset low = offset_of(buffer);
    const Offset high = offset_of(other);
    const Offset now = std::max({highest_without(buffer, other), low + size_of(other), high + size_of(buffer)});
    const auto is_aligned = [this](BufferIndex one, Offset at) {
        return aligned_up(at, alignment_of(problem_, problem_.buffers[one])) == at;
    };
    if (now < peak_ && is_aligned(buffer, high) && is_aligned(other, low) && !collides(buffer, high, other, low) &&
        fits(buffer, high, other) && fits(other, low, buffer)) {
        add(ImprovementKind::swap, buffer, other, {{buffer, low, high}, {other, high, low}}, now);
    }
}

bool RegionTrials::fits(BufferIndex buffer, Offset offset, BufferIndex other) {
    visits_ += placed_.size();
    const Buffer& own = problem_.buffers[buffer];
    return std::ranges::none_of(placed_, [&](BufferIndex each) {
        const Buffer& subject = problem_.buffers[each];
        return each != buffer && each != other && overlap(own.lifetime, subject.lifetime) &&
               offset_of(each) < offset + own.size && offset < tail_of(each) &&
               collides(buffer, offset, each, offset_of(each));
    });
}

bool RegionTrials::collides(BufferIndex buffer, Offset offset, BufferIndex other, Offset other_offset) {
    visits_ += problem_.buffers[buffer].gaps().size() + problem_.buffers[other].gaps().size();
    return collide(problem_, buffer, offset, other, other_offset);
}

bool RegionTrials::is_lasting(BufferIndex buffer) const {
    return length(problem_.buffers[buffer].lifetime).value() >= least_lasting_;
}

void RegionTrials::take_out(BufferIndex buffer) {
    visits_ += is_lasting(buffer) ? lasting_ / 2 : 0;
    container_.remove(buffer);
}

void RegionTrials::put_back(BufferIndex buffer) {
    visits_ += is_lasting(buffer) ? lasting_ / 2 : 0;
    container_.put(buffer, offset_of(buffer));
}

void RegionTrials::try_lowest(ImprovementKind kind, std::span<const BufferIndex> placed, Offset rest,
                              BufferIndex buffer, BufferIndex partner) {
    count(kind);
    visits_ += placed.size();
    for (const BufferIndex each : placed) {
        take_out(each);
    }
    Offset now = rest;
    std::vector<Move> moves;
    for (std::size_t i = 0; i < placed.size() && now < peak_; ++i) {
        const Offset offset = container_.place(placed[i], PlacingRule::lowest_fit);
        now = std::max(now, offset + size_of(placed[i]));
        moves.push_back({placed[i], offset_of(placed[i]), offset});
    }
    for (const BufferIndex each : placed) {
        if (container_.offsets()[each] != unplaced_offset) {
            take_out(each);
        }
    }
    for (const BufferIndex each : placed) {
        put_back(each);
    }
    add(kind, buffer, partner, std::move(moves), now);
}

void RegionTrials::try_together() {
    const auto is_movable = [this](BufferIndex buffer) { return positions_[buffer] != no_position; };
    // The swaps of all chosen buffers have been tried by now.
    const auto is_chosen = [this](BufferIndex buffer) { return is_tried_[buffer.value()]; };
    if (at_peak_.size() < 2 || !std::ranges::all_of(at_peak_, is_movable) ||
        !std::ranges::any_of(at_peak_, is_chosen) || is_over(order_.work)) {
        return;
    }
    Offset rest;
    for (const BufferIndex buffer : placed_) {
        rest = tail_of(buffer) == peak_ ? rest : std::max(rest, tail_of(buffer));
    }
    std::vector<BufferIndex> by_size = at_peak_;
    std::ranges::stable_sort(by_size, std::greater<>(), [this](BufferIndex buffer) { return size_of(buffer); });
    try_lowest(ImprovementKind::together, by_size, rest, at_peak_.front(), BufferIndex::none());
}

void RegionTrials::try_reinsertions(BufferIndex buffer, std::uint64_t limit) {
    if (is_over(limit)) {
        return;
    }
    const std::size_t own = positions_[buffer];
    std::vector<bool> is_target(movable_.size() + 1, false);
    is_target.back() = true;
    visits_ += problem_.buffers.size();
    for (const BufferIndex other : conflicts_of(problem_, buffer)) {
        if (positions_[other] != no_position) {
            is_target[positions_[other]] = true;
        }
    }
    // Directly behind itself is where it is.
    is_target[own + 1] = false;
    bool over = false;
    const auto try_target = [&](std::size_t target) {
        over = over || (is_target[target] && is_over(limit));
        if (is_target[target] && !over) {
            try_reinsertion(own, target, limit);
        }
    };
    // The near positions come first; a search that the limit ends does not visit the others.
    for (std::size_t distance = 1; distance < is_target.size() && !over; ++distance) {
        if (distance <= own) {
            try_target(own - distance);
        }
        if (own + distance < is_target.size()) {
            try_target(own + distance);
        }
    }
}

void RegionTrials::try_reinsertion(std::size_t position, std::size_t before, std::uint64_t limit) {
    count(ImprovementKind::reinsertion);
    const std::size_t first = std::min(position, before);
    // What stays in place must not reach the peak.
    if (tops_[first] >= peak_) {
        return;
    }
    const BufferIndex buffer = movable_[position];
    sequence_.assign(movable_.begin() + static_cast<std::ptrdiff_t>(first), movable_.end());
    const auto at = [&](std::size_t place) { return sequence_.begin() + static_cast<std::ptrdiff_t>(place - first); };
    if (before < position) {
        std::rotate(at(before), at(position), at(position + 1));
    } else {
        std::rotate(at(position), at(position + 1), at(before));
    }
    visits_ += 2 * sequence_.size();
    // From the top down, and put back from the bottom up: the container keeps lasting buffers by offset, so that little
    // of its list moves.
    for (std::size_t i = movable_.size(); i > first; --i) {
        container_.remove(movable_[i - 1]);
    }
    Offset now = tops_[first];
    std::size_t placed = 0;
    for (; placed < sequence_.size() && now < peak_ && !is_over(limit); ++placed) {
        const BufferIndex each = sequence_[placed];
        now = std::max(now, container_.place(each, PlacingRule::lowest_fit) + size_of(each));
    }
    const bool lowers =
        placed == sequence_.size() && now < peak_ && found_->reinsertions.has_room_for(std::max(now, elsewhere_), now);
    std::vector<Move> moves;
    for (std::size_t i = placed; i > 0; --i) {
        const BufferIndex each = sequence_[i - 1];
        if (lowers) {
            moves.push_back({each, offset_of(each), Offset(container_.offsets()[each])});
        }
        container_.remove(each);
    }
    for (std::size_t i = first; i < movable_.size(); ++i) {
        container_.put(movable_[i], offset_of(movable_[i]));
    }
    if (lowers) {
        add(ImprovementKind::reinsertion, buffer, before < movable_.size() ? movable_[before] : BufferIndex::none(),
            std::move(moves), now);
    }
}

void RegionTrials::add(ImprovementKind kind, BufferIndex buffer, BufferIndex partner, std::vector<Move> moves,
                       Offset now) {
    const Offset whole = std::max(now, elsewhere_);
    if (now >= peak_ || !found_->list_of(kind).has_room_for(whole, now)) {
        return;
    }
    std::erase_if(moves, [](const Move& move) { return move.from == move.to; });
    std::ranges::sort(moves, {}, &Move::buffer);
    Bytes moved;
    for (const Move& move : moves) {
        moved = moved + size_of(move.buffer);
    }
    found_->list_of(kind).add({kind, buffer, partner, std::move(moves), moved, region_, now, whole});
}

}  // namespace arenascope
