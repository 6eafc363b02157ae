#include "core/planner/many_core/placed_areas.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "core/model/memory/joint_alignment.h"
#include "core/model/memory/tail.h"
#include "core/trace/trace_sink.h"

namespace arenascope {
namespace {

bool lies_lower(const PlacedArea& a, const PlacedArea& b) {
    return a.from < b.from;
}

}  // namespace

std::int64_t first_aligned(std::int64_t offset, std::int64_t alignment) {
    return checked_aligned_up(Offset(offset), Bytes(alignment))
        .value_or(Offset(std::numeric_limits<std::int64_t>::max()))
        .value();
}

std::pair<std::int64_t, std::int64_t> offsets_at_ends(std::int64_t from, std::int64_t to, std::int64_t size,
                                                      std::int64_t alignment) {
    return {first_aligned(from, alignment), (to - size) - (to - size) % alignment};
}

void ReleasedAreas::clear() {
    const std::uint64_t work = work_;
    *this = {};
    work_ = work;
}

void ReleasedAreas::add(const ReleasedArea& area) {
    before_latest_.push(area);
    before_given_.push(area);
}

void ReleasedAreas::release_until(std::int64_t latest_by, std::int64_t begin) {
    for (; !before_latest_.empty() && before_latest_.top().end <= latest_by; before_latest_.pop()) {
        add_latest(before_latest_.top());
    }
    // Each comes before all earlier ones in release_order(), so that it is the first of its lists. An area behind it
    // still counts if it reaches further from the common end.
    for (; !before_given_.empty() && before_given_.top().end <= begin; before_given_.pop()) {
        const ReleasedArea& area = before_given_.top();
        add_to(by_offset_, area.from, area, [&](const ReleasedArea& other) { return other.to <= area.to; });
        add_to(by_tail_, area.to, area, [&](const ReleasedArea& other) { return other.from >= area.from; });
    }
}

void ReleasedAreas::add_latest(const ReleasedArea& area) {
    const auto at = std::partition_point(latest_.begin(), latest_.end(), [&](const ReleasedArea& other) {
        return release_order(other) < release_order(area);
    });
    if (static_cast<std::size_t>(at - latest_.begin()) < most_latest) {
        latest_.insert(at, area);
        latest_.resize(std::min(latest_.size(), most_latest));
    }
    ++work_;
}

template <class IsCovered>
void ReleasedAreas::add_to(Lists& lists, std::int64_t address, const ReleasedArea& area, IsCovered&& is_covered) {
    std::uint32_t& first = lists.try_emplace(address, none).first->second;
    while (first != none && is_covered(links_[first].area)) {
        first = links_[first].earlier;
        ++work_;
    }
    links_.push_back({area, first});
    first = static_cast<std::uint32_t>(links_.size() - 1);
}

BufferIndex ReleasedAreas::giver(std::int64_t offset, std::int64_t size, std::int64_t alignment) const {
    const ReleasedArea* giver = nullptr;
    const auto read = [&](const Lists& lists, std::int64_t first, std::int64_t last) {
        for (auto list = lists.lower_bound(first); list != lists.end() && list->first <= last; ++list) {
            for (std::uint32_t link = list->second; link != none; link = links_[link].earlier) {
                const ReleasedArea& area = links_[link].area;
                ++work_;
                if (giver != nullptr && release_order(*giver) < release_order(area)) {
                    break;
                }
                const auto [at_offset, at_tail] = offsets_at_ends(area.from, area.to, size, alignment);
                if (offset < area.to && area.from < offset + size && (offset == at_offset || offset == at_tail)) {
                    giver = &area;
                    break;
                }
            }
        }
    };
    // Offsets are rounded up, tails are rounded down; those that are too low become offset 0.
    read(by_offset_, offset - (alignment - 1), offset);
    read(by_tail_, offset + size - (offset == 0 ? alignment - 1 : 0), offset + size + (alignment - 1));
    return giver == nullptr ? BufferIndex::none() : giver->buffer;
}

PlacedAreas::PlacedAreas(const Problem& problem, const CoreAllocations& allocations)
    : problem_(problem), allocations_(allocations), pinned_(allocations.pinned) {
    std::erase_if(pinned_, [&problem](BufferIndex buffer) { return !takes_bytes(problem.buffers[buffer]); });
    std::ranges::stable_sort(pinned_, {}, [&problem](BufferIndex one) { return problem.buffers[one].lifetime.begin; });
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
