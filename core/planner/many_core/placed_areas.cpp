#include "core/planner/many_core/placed_areas.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "core/model/memory/tail.h"
#include "core/trace/trace_sink.h"

namespace arenascope {
namespace {

bool lies_lower(const PlacedArea& a, const PlacedArea& b) {
    return a.from < b.from;
}

}  // namespace

PlacedAreas::PlacedAreas(const Problem& problem, const CoreAllocations& allocations)
    : problem_(problem), allocations_(allocations), pinned_(allocations.pinned) {
    std::erase_if(pinned_, [&problem](BufferIndex buffer) { return !takes_bytes(problem.buffers[buffer]); });
    std::stable_sort(pinned_.begin(), pinned_.end(), [&problem](BufferIndex a, BufferIndex b) {
        return problem.buffers[a].lifetime.begin < problem.buffers[b].lifetime.begin;
    });
}

void PlacedAreas::go_to(std::size_t position, IndexedSpan<BufferIndex, const std::int64_t> offsets, std::int64_t until,
                        std::int64_t latest_by) {
    const std::int64_t begin = problem_.buffers[allocations_.order[position]].lifetime.begin.value();
    begin_ = begin;
    if (position == 0 || position != entered_ + 1) {
        clear(offsets);
    }
    remove_ended(begin);
    taken_.erase(taken_.begin(), taken_.lower_bound(begin));
    const std::size_t sorted = known_.size();
    for (; entered_ < position; ++entered_) {
        const BufferIndex index = allocations_.order[entered_];
        if (offsets[index] != unplaced_offset) {
            add_outline(index, offsets[index]);
            add_pieces(index, offsets[index], begin);
        }
    }
    for (; next_pinned_ < pinned_.size(); ++next_pinned_) {
        const BufferIndex index = pinned_[next_pinned_];
        if (problem_.buffers[index].lifetime.begin.value() >= until) {
            break;
        }
        if (offsets[index] != unplaced_offset) {
            add_pieces(index, offsets[index], begin);
        }
    }
    sort_added(sorted);
    has_later_ = last_begin_ >= until;
    if (has_later_) {
        alive_.clear();
        std::copy_if(known_.begin(), known_.end(), std::back_inserter(alive_),
                     [until](const PlacedArea& area) { return area.begin < until; });
        work_ += known_.size();
    }
    released_.release_until(latest_by, begin);
}

void PlacedAreas::clear(IndexedSpan<BufferIndex, const std::int64_t> offsets) {
    next_pinned_ = 0;
    entered_ = 0;
    known_.clear();
    taken_.clear();
    first_end_ = std::numeric_limits<std::int64_t>::max();
    last_begin_ = std::numeric_limits<std::int64_t>::min();
    released_.clear();
    peak_ = 0;
    for (const BufferIndex index : pinned_) {
        if (offsets[index] != unplaced_offset) {
            add_outline(index, offsets[index]);
        }
    }
}

void PlacedAreas::add_outline(BufferIndex index, std::int64_t offset) {
    const Buffer& buffer = problem_.buffers[index];
    const std::int64_t tail = offset + buffer.size.value();
    peak_ = std::max(peak_, tail);
    released_.add({index, buffer.lifetime.end.value(), offset, tail});
    ++work_;
}

void PlacedAreas::add_pieces(BufferIndex index, std::int64_t offset, std::int64_t begin) {
    for_each_piece(problem_.buffers[index], [&](const Piece& piece) {
        if (piece.steps.end.value() > begin) {
            known_.push_back({piece.steps.begin.value(), piece.steps.end.value(), offset + piece.bytes.from.value(),
                              offset + piece.bytes.to.value()});
            first_end_ = std::min(first_end_, known_.back().end);
            last_begin_ = std::max(last_begin_, known_.back().begin);
        }
        ++work_;
    });
}

/// The pieces from a position of known_ on have just been added.
void PlacedAreas::sort_added(std::size_t first) {
    const auto added = known_.begin() + static_cast<std::ptrdiff_t>(first);
    for (auto& [step, taken] : taken_) {
        for (auto area = added; area != known_.end(); ++area) {
            if (area->end > step) {
                taken.insert(area->from, area->to);
            }
        }
    }
    if (known_.end() - added == 1) {
        std::rotate(std::upper_bound(known_.begin(), added, *added, lies_lower), added, known_.end());
    } else if (added != known_.end()) {
        std::sort(added, known_.end(), lies_lower);
        std::inplace_merge(known_.begin(), added, known_.end(), lies_lower);
    }
}

const TakenBytes& PlacedAreas::taken_at(std::int64_t step) {
    const auto [found, is_new] = taken_.try_emplace(step);
    if (is_new) {
        work_ += known_.size();
        for (const PlacedArea& area : known_) {
            if (area.end > step) {
                found->second.add(area.from, area.to);
            }
        }
    }
    return found->second;
}

void PlacedAreas::remove_ended(std::int64_t begin) {
    if (first_end_ > begin) {
        return;
    }
    work_ += known_.size();
    first_end_ = std::numeric_limits<std::int64_t>::max();
    last_begin_ = std::numeric_limits<std::int64_t>::min();
    std::erase_if(known_, [&](const PlacedArea& area) {
        if (area.end <= begin) {
            return true;
        }
        first_end_ = std::min(first_end_, area.end);
        last_begin_ = std::max(last_begin_, area.begin);
        return false;
    });
}

}  // namespace arenascope
