#include "core/planner/many_core/candidates.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/room.h"
#include "core/model/memory/tail.h"
#include "core/trace/trace_sink.h"

namespace arenascope {
namespace {

/// The number of givers tried for each member.
constexpr std::size_t most_givers = 4;

constexpr std::array ways_of_taking_over = {TakingOver::none, TakingOver::from_offset, TakingOver::from_tail};

}  // namespace

CoreAllocations core_allocations(const Problem& problem, RegionIndex core) {
    CoreAllocations allocations{.core = core, .order = {}, .pinned = {}};
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (buffer.region == core) {
            (fixed_offset(buffer) ? allocations.pinned : allocations.order).emplace_back(i);
        }
    }
    std::ranges::stable_sort(allocations.order, [&problem](BufferIndex a, BufferIndex b) {
        const Buffer& first = problem.buffers[a];
        const Buffer& second = problem.buffers[b];
        return std::pair(first.lifetime.begin, second.size) < std::pair(second.lifetime.begin, first.size);
    });
    return allocations;
}

std::size_t possible_combinations(std::size_t context) {
    constexpr std::size_t most = std::size_t{1} << 62U;
    std::size_t combinations = ways_of_taking_over.size();
    for (std::size_t members = 2; members <= context + 1; ++members) {
        if (combinations > most / members) {
            return most;
        }
        combinations *= members;
    }
    return combinations;
}

CandidateSearch::CandidateSearch(const Problem& problem, const CoreAllocations& allocations, CandidateLimits limits)
    : problem_(problem),
      allocations_(allocations),
      limits_{std::min(limits.context, most_context), std::max<std::size_t>(1, limits.combinations), limits.areas},
      capacity_(problem.regions[allocations.core].capacity.value_or(Bytes(unlimited_bytes)).value()),
      placed_areas_(problem, allocations),
      own_taken_(limits_.context + 1) {}

std::span<const Candidate> CandidateSearch::find(std::size_t position,
                                                 IndexedSpan<BufferIndex, const std::int64_t> offsets,
                                                 std::optional<Offset> offered, const CandidateStop& stop) {
    const std::size_t last = std::min(position + 1 + limits_.context, allocations_.order.size());
    members_.clear();
    context_.assign(allocations_.order.begin() + static_cast<std::ptrdiff_t>(position) + 1,
                    allocations_.order.begin() + static_cast<std::ptrdiff_t>(last));
    for (std::size_t i = position; i < last; ++i) {
        const Buffer& buffer = problem_.buffers[allocations_.order[i]];
        members_.push_back({.buffer = allocations_.order[i],
                            .begin = buffer.lifetime.begin.value(),
                            .end = buffer.lifetime.end.value(),
                            .size = buffer.size.value(),
                            .alignment = alignment_of(problem_, buffer).value(),
                            .is_whole = buffer.gaps().empty()});
    }
    gather(position, offsets);
    candidates_.clear();
    context_offsets_.clear();
    is_stopped_ = false;
    const auto try_all = [&] {
        try_combinations(stop);
        if (offered) {
            try_offered(*offered);
        }
    };
    try_all();
    while (candidates_.empty() && !context_.empty()) {
        members_.pop_back();
        context_.pop_back();
        try_all();
    }
    for (Candidate& candidate : candidates_) {
        measure(candidate);
        candidate.taken_from =
            placed_areas_.released().giver(candidate.offset.value(), members_.front().size, members_.front().alignment);
    }
    std::ranges::sort(candidates_, {},
                      [](const Candidate& one) { return std::tuple(one.height, one.waste, one.offset); });
    return candidates_;
}

std::span<const std::int64_t> CandidateSearch::context_offsets(const Candidate& candidate) const {
    return std::span(context_offsets_).subspan(candidate.combination * context_.size(), context_.size());
}

void CandidateSearch::gather(std::size_t position, IndexedSpan<BufferIndex, const std::int64_t> offsets) {
    std::int64_t until = members_.front().begin;
    for (const Member& member : members_) {
        until = std::max(until, member.end);
    }
    placed_areas_.go_to(position, offsets, until, members_.back().begin);
    are_whole_ = std::ranges::all_of(members_, [](const Member& member) { return member.is_whole && member.size > 0; });
    taken_.clear();
    for (std::size_t i = 0; i < members_.size() && are_whole_; ++i) {
        if (!placed_areas_.begins_later()) {
            taken_.push_back(&placed_areas_.taken_at(members_[i].begin));
            continue;
        }
        own_taken_[i].clear();
        for (const PlacedArea& area : placed_areas_.alive()) {
            if (area.begin < members_[i].end && members_[i].begin < area.end) {
                own_taken_[i].add(area.from, area.to);
            }
        }
        taken_.push_back(&own_taken_[i]);
    }
}

void CandidateSearch::try_combinations(const CandidateStop& stop) {
    constexpr std::uint64_t combinations_between_polls = 256;
    context_order_.resize(members_.size() - 1);
    std::iota(context_order_.begin(), context_order_.end(), 1U);
    std::size_t left = limits_.combinations;
    cut_ = SearchCut::none;
    const std::uint64_t enough = work_ + limits_.areas;
    do {
        for (std::size_t place = 0; place < members_.size(); ++place) {
            order_.assign(context_order_.begin(), context_order_.end());
            order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(place), 0U);
            for (const TakingOver way : ways_of_taking_over) {
                try_order(way);
                is_stopped_ = is_stopped_ || (++tried_ % combinations_between_polls == 0 && stop && stop(effort()));
                if (is_stopped_) {
                    return;
                }
                if (--left == 0 || work_ > enough) {
                    const bool are_all = limits_.combinations - left == possible_combinations(context_.size());
                    cut_ = are_all ? SearchCut::none : left == 0 ? SearchCut::combinations : SearchCut::areas;
                    return;
                }
            }
        }
    } while (std::next_permutation(context_order_.begin(), context_order_.end()));
}

void CandidateSearch::try_order(TakingOver taking_over) {
    begin_combination();
    std::int64_t height = placed_areas_.peak();
    if (place_in_order(order_, taking_over, height)) {
        add_candidate(height);
    }
}

void CandidateSearch::begin_combination() {
    placed_.clear();
    areas_in_use_ = placed_areas_.alive().size();
    if (!are_whole_) {
        areas_.assign(placed_areas_.alive().begin(), placed_areas_.alive().end());
    }
}

void CandidateSearch::try_offered(Offset offered) {
    Member& member = members_.front();
    const bool is_known =
        std::ranges::any_of(candidates_, [offered](const Candidate& each) { return each.offset == offered; });
    begin_combination();
    if (is_known || offered.value() > highest_offset(member) || !is_free(member, offered.value())) {
        return;
    }
    member.offset = offered.value();
    put(0U);
    std::int64_t height = std::max(placed_areas_.peak(), member.offset + member.size);
    context_order_.resize(members_.size() - 1);
    std::iota(context_order_.begin(), context_order_.end(), 1U);
    if (place_in_order(context_order_, TakingOver::none, height)) {
        add_candidate(height);
    }
}

bool CandidateSearch::place_in_order(std::span<const std::uint32_t> order, TakingOver taking_over,
                                     std::int64_t& height) {
    for (const std::uint32_t index : order) {
        Member& member = members_[index];
        if (!place(member, taking_over)) {
            return false;
        }
        height = std::max(height, member.offset + member.size);
        put(index);
    }
    return true;
}

bool CandidateSearch::place(Member& member, TakingOver taking_over) {
    if (taking_over != TakingOver::none && take_over(member, taking_over)) {
        return true;
    }
    member.offset = lowest_fit(member);
    return member.offset <= highest_offset(member);
}

std::int64_t CandidateSearch::lowest_fit(const Member& member) {
    work_ += areas_in_use_;
    return are_whole_ ? lowest_fit_of_whole(member) : lowest_fit_of_pieces(member);
}

std::int64_t CandidateSearch::lowest_fit_of_whole(const Member& member) const {
    std::size_t hint = 0;
    std::int64_t lowest = 0;
    for (bool is_met = true; is_met && lowest <= highest_offset(member);) {
        std::int64_t end = taken(member).end_of_collision(lowest, member.size, hint);
        is_met = end > lowest;
        for (std::size_t i = 0; i < placed_.size() && !is_met; ++i) {
            const Member& other = members_[placed_[i]];
            end = other.offset + other.size;
            is_met = collide(member, lowest, other);
        }
        if (is_met) {
            lowest = first_aligned(end, member.alignment);
        }
    }
    return lowest;
}

std::int64_t CandidateSearch::lowest_fit_of_pieces(const Member& member) {
    std::int64_t lowest = 0;
    if (member.is_whole) {
        for (const PlacedArea& area : areas_) {
            if (area.begin >= member.end || member.begin >= area.end || area.to <= lowest) {
                continue;
            }
            if (lowest > highest_offset(member) || area.from >= lowest + member.size) {
                break;
            }
            lowest = first_aligned(area.to, member.alignment);
        }
        return lowest;
    }
    forbidden_.clear();
    for_each_piece(problem_.buffers[member.buffer], [&](const Piece& piece) {
        for (const PlacedArea& area : areas_) {
            if (area.begin < piece.steps.end.value() && piece.steps.begin.value() < area.end) {
                forbidden_.emplace_back(area.from - piece.bytes.to.value(), area.to - piece.bytes.from.value());
            }
        }
    });
    std::ranges::sort(forbidden_);
    for (const auto& [above, below] : forbidden_) {
        if (above < lowest && lowest < below) {
            lowest = first_aligned(below, member.alignment);
        }
    }
    return lowest;
}

bool CandidateSearch::take_over(Member& member, TakingOver taking_over) {
    // Areas of other members first: a combination exists to put two members into the same place.
    for (const std::uint32_t index : placed_) {
        const Member& other = members_[index];
        if ((other.end <= member.begin || member.end <= other.begin) &&
            take_area(member, other.offset, other.offset + other.size, taking_over)) {
            return true;
        }
    }
    std::size_t tried = 0;
    for (const ReleasedArea& other : placed_areas_.released().latest()) {
        if (other.end > member.begin) {
            continue;
        }
        if (take_area(member, other.from, other.to, taking_over)) {
            return true;
        }
        if (++tried == most_givers) {
            break;
        }
    }
    return false;
}

bool CandidateSearch::take_area(Member& member, std::int64_t from, std::int64_t to, TakingOver taking_over) {
    const auto [at_offset, at_tail] = offsets_at_ends(from, to, member.size, member.alignment);
    const bool tail_first = taking_over == TakingOver::from_tail;
    for (const std::int64_t offset : {tail_first ? at_tail : at_offset, tail_first ? at_offset : at_tail}) {
        const bool is_within = offset >= 0 && offset <= highest_offset(member);
        if (is_within && offset < to && from < offset + member.size && is_free(member, offset)) {
            member.offset = offset;
            return true;
        }
    }
    return false;
}

bool CandidateSearch::is_free(const Member& member, std::int64_t offset) {
    work_ += areas_in_use_;
    if (are_whole_) {
        return !taken(member).meets(offset, member.size) && std::ranges::none_of(placed_, [&](std::uint32_t index) {
            return collide(member, offset, members_[index]);
        });
    }
    const auto is_met = [this](std::int64_t begin, std::int64_t end, std::int64_t from, std::int64_t to) {
        return std::ranges::any_of(areas_, [=](const PlacedArea& area) {
            return area.begin < end && begin < area.end && area.from < to && from < area.to;
        });
    };
    if (member.is_whole) {
        return !is_met(member.begin, member.end, offset, offset + member.size);
    }
    bool is_free = true;
    for_each_piece(problem_.buffers[member.buffer], [&](const Piece& piece) {
        is_free = is_free && !is_met(piece.steps.begin.value(), piece.steps.end.value(),
                                     offset + piece.bytes.from.value(), offset + piece.bytes.to.value());
    });
    return is_free;
}

/// Puts a member at its offset, for those placed after it.
void CandidateSearch::put(std::uint32_t index) {
    const Member& member = members_[index];
    placed_.push_back(index);
    if (are_whole_) {
        ++areas_in_use_;
        return;
    }
    const auto insert = [this](const PlacedArea& area) {
        areas_.insert(std::upper_bound(areas_.begin(), areas_.end(), area,
                                       [](const PlacedArea& a, const PlacedArea& b) { return a.from < b.from; }),
                      area);
    };
    if (member.is_whole) {
        insert({member.begin, member.end, member.offset, member.offset + member.size});
    } else {
        for_each_piece(problem_.buffers[member.buffer], [&](const Piece& piece) {
            insert({piece.steps.begin.value(), piece.steps.end.value(), member.offset + piece.bytes.from.value(),
                    member.offset + piece.bytes.to.value()});
        });
    }
    areas_in_use_ = areas_.size();
}

void CandidateSearch::add_candidate(std::int64_t height) {
    const Offset offset(members_.front().offset);
    auto found = std::ranges::find_if(candidates_, [offset](const Candidate& each) { return each.offset == offset; });
    if (found == candidates_.end()) {
        Candidate candidate;
        candidate.offset = offset;
        candidate.combination = static_cast<std::uint32_t>(candidates_.size());
        candidates_.push_back(candidate);
        context_offsets_.resize(candidates_.size() * context_.size());
        found = candidates_.end() - 1;
    } else if (found->height.value() <= height) {
        return;
    }
    found->height = Offset(height);
    for (std::size_t i = 0; i < context_.size(); ++i) {
        context_offsets_[found->combination * context_.size() + i] = members_[i + 1].offset;
    }
}

void CandidateSearch::measure(Candidate& candidate) {
    const Member& member = members_.front();
    const std::int64_t from = candidate.offset.value();
    const std::int64_t to = from + member.size;
    std::int64_t floor = 0;
    std::int64_t ceiling = capacity_;
    if (are_whole_) {
        std::tie(floor, ceiling) = taken(member).around(from, to, capacity_);
    } else {
        for (const PlacedArea& area : placed_areas_.alive()) {
            if (area.begin < member.end && member.begin < area.end) {
                floor = area.to <= from ? std::max(floor, area.to) : floor;
                ceiling = area.from >= to ? std::min(ceiling, area.from) : ceiling;
            }
        }
        work_ += placed_areas_.alive().size();
    }
    candidate.below = from - floor;
    candidate.above = ceiling == unlimited_bytes ? unlimited_bytes : ceiling - to;
    std::int64_t smallest = context_.empty() ? 0 : unlimited_bytes;
    for (std::size_t i = 1; i < members_.size(); ++i) {
        smallest = std::min(smallest, members_[i].size);
    }
    candidate.waste =
        (candidate.below < smallest ? candidate.below : 0) + (candidate.above < smallest ? candidate.above : 0);
}

Misfit CandidateSearch::misfit() const {
    const Member& member = members_.front();
    std::vector<AddressRange> occupied;
    for (const PlacedArea& area : placed_areas_.alive()) {
        if (area.begin < member.end && member.begin < area.end) {
            occupied.push_back({Offset(area.from), Offset(area.to)});
        }
    }
    const Room room = room_among(occupied, Bytes(member.size), Bytes(member.alignment), Bytes(capacity_));
    const auto missing = checked_subtract(room.lowest.value(), highest_offset(member));
    return {member.buffer, Bytes(missing.value_or(unlimited_bytes)), room.largest_area};
}

}  // namespace arenascope
