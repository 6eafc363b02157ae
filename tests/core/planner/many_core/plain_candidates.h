#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/many_core/candidates.h"
#include "core/trace/trace_sink.h"

namespace arenascope::test {

/// The search for candidates as CandidateSearch describes it, as plainly as it can be written: offsets are tried one by
/// one, each against all placed buffers. Without the limit of visited areas.
class PlainCandidates {
public:
    PlainCandidates(const Problem& problem, const CoreAllocations& allocations, CandidateLimits limits)
        : problem_(problem), allocations_(allocations), limits_(limits) {
        if (const auto& capacity = problem.regions[allocations.core].capacity) {
            capacity_ = capacity->value();
        }
    }

    std::vector<Candidate> find(std::size_t position, const IndexedVector<BufferIndex, std::int64_t>& offsets,
                                std::optional<Offset> offered = std::nullopt) {
        lying_ = IndexedVector<BufferIndex, std::int64_t>(offsets.size(), unplaced_offset);
        placed_.assign(allocations_.pinned.begin(), allocations_.pinned.end());
        placed_.insert(placed_.end(), allocations_.order.begin(),
                       allocations_.order.begin() + static_cast<std::ptrdiff_t>(position));
        std::erase_if(placed_, [&](BufferIndex one) { return offsets[one] == unplaced_offset; });
        for (const BufferIndex one : placed_) {
            lying_[one] = offsets[one];
        }
        const std::size_t last = std::min(position + 1 + limits_.context, allocations_.order.size());
        members_.assign(allocations_.order.begin() + static_cast<std::ptrdiff_t>(position),
                        allocations_.order.begin() + static_cast<std::ptrdiff_t>(last));
        latest_ = released_by(begin(members_.back()));
        latest_.resize(std::min<std::size_t>(latest_.size(), 16));
        candidates_.clear();
        try_all(offered);
        while (candidates_.empty() && members_.size() > 1) {
            members_.pop_back();
            try_all(offered);
        }
        for (Candidate& each : candidates_) {
            measure(each);
        }
        std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
            return std::tuple(a.height, a.waste, a.offset) < std::tuple(b.height, b.waste, b.offset);
        });
        return candidates_;
    }

private:
    [[nodiscard]] std::int64_t begin(BufferIndex i) const { return problem_.buffers[i].lifetime.begin.value(); }
    [[nodiscard]] std::int64_t end(BufferIndex i) const { return problem_.buffers[i].lifetime.end.value(); }
    [[nodiscard]] std::int64_t size(BufferIndex i) const { return problem_.buffers[i].size.value(); }
    [[nodiscard]] std::int64_t tail(BufferIndex i) const { return lying_[i] + size(i); }
    [[nodiscard]] std::int64_t alignment(BufferIndex i) const {
        return alignment_of(problem_, problem_.buffers[i]).value();
    }

    /// The placed buffers that end by then, the latest first.
    [[nodiscard]] std::vector<BufferIndex> released_by(std::int64_t step) const {
        std::vector<BufferIndex> released;
        std::copy_if(placed_.begin(), placed_.end(), std::back_inserter(released),
                     [&](BufferIndex one) { return end(one) <= step; });
        std::sort(released.begin(), released.end(), [&](BufferIndex a, BufferIndex b) {
            return std::tuple(-end(a), lying_[a], a) < std::tuple(-end(b), lying_[b], b);
        });
        return released;
    }

    [[nodiscard]] bool is_free(BufferIndex own, std::int64_t offset) const {
        bool is_free = true;
        for (std::size_t i = 0; i < lying_.size(); ++i) {
            if (lying_[i] == unplaced_offset) {
                continue;
            }
            for_each_piece(problem_.buffers[own], [&](const Piece& mine) {
                for_each_piece(problem_.buffers[i], [&](const Piece& theirs) {
                    is_free = is_free && !(overlap(mine.steps, theirs.steps) &&
                                           offset + mine.bytes.from.value() < lying_[i] + theirs.bytes.to.value() &&
                                           lying_[i] + theirs.bytes.from.value() < offset + mine.bytes.to.value());
                });
            });
        }
        return is_free;
    }

    [[nodiscard]] bool fits(BufferIndex own, std::int64_t offset) const { return offset + size(own) <= capacity_; }

    [[nodiscard]] std::pair<std::int64_t, std::int64_t> ends(BufferIndex own, BufferIndex other) const {
        const std::int64_t step = alignment(own);
        const std::int64_t from_tail = tail(other) - size(own);
        return {(lying_[other] + step - 1) / step * step, from_tail - from_tail % step};
    }

    /// Whether the member takes over the area of another buffer, where it then lies.
    bool takes_over(BufferIndex own, BufferIndex other, int way) {
        auto [first, second] = ends(own, other);
        if (way == 2) {
            std::swap(first, second);
        }
        for (const std::int64_t offset : {first, second}) {
            if (offset >= 0 && fits(own, offset) && offset < tail(other) && lying_[other] < offset + size(own) &&
                is_free(own, offset)) {
                lying_[own] = offset;
                return true;
            }
        }
        return false;
    }

    bool place(BufferIndex own, int way, const std::vector<BufferIndex>& before) {
        if (way > 0) {
            for (const BufferIndex other : before) {
                if ((end(other) <= begin(own) || end(own) <= begin(other)) && takes_over(own, other, way)) {
                    return true;
                }
            }
            int tried = 0;
            for (const BufferIndex other : latest_) {
                if (end(other) <= begin(own) && tried++ < 4 && takes_over(own, other, way)) {
                    return true;
                }
            }
        }
        std::int64_t offset = 0;
        while (!is_free(own, offset)) {
            offset += alignment(own);
        }
        lying_[own] = offset;
        return fits(own, offset);
    }

    void try_order(const std::vector<BufferIndex>& order, int way) {
        std::vector<BufferIndex> before;
        for (const BufferIndex own : order) {
            const bool is_offered = lying_[own] != unplaced_offset;
            if (!is_offered && !place(own, way, before)) {
                take_away();
                return;
            }
            before.push_back(own);
        }
        std::int64_t height = 0;
        for (const BufferIndex one : placed_) {
            height = std::max(height, tail(one));
        }
        for (const BufferIndex one : members_) {
            height = std::max(height, tail(one));
        }
        const Offset offset(lying_[members_.front()]);
        const auto same = std::find_if(candidates_.begin(), candidates_.end(),
                                       [offset](const Candidate& each) { return each.offset == offset; });
        if (same == candidates_.end()) {
            candidates_.push_back({.offset = offset, .height = Offset(height), .taken_from = BufferIndex::none()});
        } else {
            same->height = std::min(same->height, Offset(height));
        }
        take_away();
    }

    void take_away() {
        for (const BufferIndex one : members_) {
            lying_[one] = unplaced_offset;
        }
    }

    void try_all(std::optional<Offset> offered) {
        std::vector<BufferIndex> context(members_.begin() + 1, members_.end());
        std::vector<std::size_t> order(context.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::size_t left = limits_.combinations;
        do {
            for (std::size_t place = 0; place < members_.size(); ++place) {
                std::vector<BufferIndex> combination;
                for (const std::size_t one : order) {
                    combination.push_back(context[one]);
                }
                combination.insert(combination.begin() + static_cast<std::ptrdiff_t>(place), members_.front());
                for (int way = 0; way < 3 && left > 0; ++way, --left) {
                    try_order(combination, way);
                }
            }
        } while (std::next_permutation(order.begin(), order.end()));
        const BufferIndex own = members_.front();
        if (!offered || !fits(own, offered->value()) || !is_free(own, offered->value()) ||
            std::any_of(candidates_.begin(), candidates_.end(),
                        [&](const Candidate& each) { return each.offset == *offered; })) {
            return;
        }
        lying_[own] = offered->value();
        try_order(members_, 0);
    }

    void measure(Candidate& candidate) {
        const BufferIndex own = members_.front();
        const std::int64_t from = candidate.offset.value();
        const std::int64_t to = from + size(own);
        std::int64_t floor = 0;
        std::int64_t ceiling = capacity_;
        for (const BufferIndex one : placed_) {
            for_each_piece(problem_.buffers[one], [&](const Piece& piece) {
                if (overlap(piece.steps, problem_.buffers[own].lifetime)) {
                    const std::int64_t low = lying_[one] + piece.bytes.from.value();
                    const std::int64_t high = lying_[one] + piece.bytes.to.value();
                    floor = high <= from ? std::max(floor, high) : floor;
                    ceiling = low >= to ? std::min(ceiling, low) : ceiling;
                }
            });
        }
        candidate.below = from - floor;
        candidate.above = ceiling == unlimited_bytes ? unlimited_bytes : ceiling - to;
        std::int64_t smallest = members_.size() == 1 ? 0 : unlimited_bytes;
        for (std::size_t i = 1; i < members_.size(); ++i) {
            smallest = std::min(smallest, size(members_[i]));
        }
        candidate.waste =
            (candidate.below < smallest ? candidate.below : 0) + (candidate.above < smallest ? candidate.above : 0);
        for (const BufferIndex other : released_by(begin(own))) {
            const auto [at_offset, at_tail] = ends(own, other);
            if (from < tail(other) && lying_[other] < to && (from == at_offset || from == at_tail)) {
                candidate.taken_from = other;
                return;
            }
        }
    }

    const Problem& problem_;
    const CoreAllocations& allocations_;
    CandidateLimits limits_;
    std::int64_t capacity_ = unlimited_bytes;
    std::vector<BufferIndex> placed_;
    std::vector<BufferIndex> members_;
    std::vector<BufferIndex> latest_;
    std::vector<Candidate> candidates_;
    IndexedVector<BufferIndex, std::int64_t> lying_;  ///< of what is placed, in the core and in the combination
};

}  // namespace arenascope::test
