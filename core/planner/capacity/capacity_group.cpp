// The setup of CapacitySearch: sections, the buffers in use in them, and conflicts.

#include <algorithm>
#include <numeric>

#include "core/planner/capacity/capacity_search.h"

namespace arenascope {
namespace {

/// The least distance from the offset of `lower` to the offset of `upper`, over all shared steps; 0: they share no
/// step. Windows could allow a distance below 1; at least 1 keeps `lower` below `upper`.
std::int64_t distance(const SearchedBuffer& lower, const SearchedBuffer& upper) {
    std::int64_t least = 0;
    for (const SearchedPiece& below : pieces_of(lower)) {
        for (const SearchedPiece& above : pieces_of(upper)) {
            if (below.begin < above.end && above.begin < below.end) {
                least = std::max({least, std::int64_t{1}, below.to - above.from});
            }
        }
    }
    return least;
}

}  // namespace

std::vector<SearchedPiece> pieces_of(const SearchedBuffer& buffer) {
    return buffer.pieces.empty() ? std::vector<SearchedPiece>{{buffer.begin, buffer.end, 0, buffer.size}}
                                 : buffer.pieces;
}

CapacitySearch::CapacitySearch(const std::vector<SearchedBuffer>& buffers)
    : count_(static_cast<std::int32_t>(buffers.size())) {
    for (const SearchedBuffer& buffer : buffers) {
        size_.push_back(buffer.size);
        alignment_.push_back(buffer.alignment);
        pin_.push_back(buffer.pin.value_or(-1));
        plain_.push_back(buffer.pieces.empty() && !buffer.pin);
        in_pieces_ = in_pieces_ || !buffer.pieces.empty();
        pinned_ = pinned_ || buffer.pin;
    }
    divide(buffers);
    find_conflicts(buffers);
    level_.assign(count_, 0);
    for (std::int32_t u = 0; u < count_; ++u) {
        for (std::int32_t s = begin_[u]; s < end_[u]; ++s) {
            level_[u] = std::max(level_[u], live_size_[s]);
        }
    }
    weight_.assign(sections_, 1);
    score_.assign(count_, 0);
    touched_.assign(count_, 0);
    dirty_.assign(sections_, 0);
    queue_.reserve(count_);
    nodes_.reserve(count_ + 1);
}

/// Sections end only where a buffer of the group begins or ends. Collects the buffers wholly in use in each section.
void CapacitySearch::divide(const std::vector<SearchedBuffer>& buffers) {
    std::vector<std::int64_t> ticks;
    for (const SearchedBuffer& buffer : buffers) {
        ticks.push_back(buffer.begin);
        ticks.push_back(buffer.end);
        for (const SearchedPiece& piece : buffer.pieces) {
            ticks.push_back(piece.begin);
            ticks.push_back(piece.end);
        }
    }
    std::sort(ticks.begin(), ticks.end());
    ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
    const auto section_of = [&](std::int64_t tick) {
        return static_cast<std::int32_t>(std::lower_bound(ticks.begin(), ticks.end(), tick) - ticks.begin());
    };
    sections_ = ticks.empty() ? 0 : static_cast<std::int32_t>(ticks.size()) - 1;
    part_start_.assign(1, 0);
    for (const SearchedBuffer& buffer : buffers) {
        begin_.push_back(section_of(buffer.begin));
        end_.push_back(section_of(buffer.end));
        if (buffer.pieces.empty()) {
            part_.push_back({begin_.back(), end_.back()});
        }
        for (const SearchedPiece& piece : buffer.pieces) {
            if (piece.from == 0 && piece.to == buffer.size) {
                part_.push_back({section_of(piece.begin), section_of(piece.end)});
            }
        }
        part_start_.push_back(static_cast<std::int32_t>(part_.size()));
    }
    live_start_.assign(sections_ + 1, 0);
    live_size_.assign(sections_, 0);
    const auto for_each_section = [&](std::int32_t u, auto&& use) {
        for (std::int32_t p = part_start_[u]; p < part_start_[u + 1]; ++p) {
            for (std::int32_t s = part_[p].begin; s < part_[p].end; ++s) {
                use(s);
            }
        }
    };
    for (std::int32_t u = 0; u < count_; ++u) {
        for_each_section(u, [&](std::int32_t s) { ++live_start_[s + 1], live_size_[s] += size_[u]; });
    }
    std::partial_sum(live_start_.begin(), live_start_.end(), live_start_.begin());
    live_.resize(live_start_.back());
    std::vector<std::int32_t> next(live_start_.begin(), live_start_.end() - 1);
    for (std::int32_t u = 0; u < count_; ++u) {
        for_each_section(u, [&](std::int32_t s) { live_[next[s]++] = u; });
    }
    live_at_start_ = live_;
    for (std::int64_t live : live_size_) {
        threshold_ = std::max(threshold_, live);
    }
}

/// A conflict is a buffer that is alive in the first section, or one that begins later in the lifetime.
void CapacitySearch::find_conflicts(const std::vector<SearchedBuffer>& buffers) {
    std::vector<std::int32_t> starts(count_);
    std::iota(starts.begin(), starts.end(), 0);
    std::sort(starts.begin(), starts.end(),
              [&](int a, int b) { return begin_[a] < begin_[b] || (begin_[a] == begin_[b] && a < b); });
    std::vector<std::vector<std::int32_t>> alive_at_begin(sections_ + 1);
    std::vector<std::int32_t> alive;
    for (std::size_t k = 0; k < starts.size(); ++k) {
        const std::int32_t section = begin_[starts[k]];
        alive.push_back(starts[k]);
        if (k + 1 == starts.size() || begin_[starts[k + 1]] != section) {
            std::erase_if(alive, [&](std::int32_t v) { return end_[v] <= section; });
            std::sort(alive.begin(), alive.end());
            alive_at_begin[section] = alive;
        }
    }
    std::vector<std::int32_t> first_at(sections_ + 2, 0);
    for (std::int32_t u = 0; u < count_; ++u) {
        ++first_at[begin_[u] + 1];
    }
    std::partial_sum(first_at.begin(), first_at.end(), first_at.begin());
    conflict_start_.assign(1, 0);
    reach_begin_.assign(count_, 0);
    reach_end_.assign(count_, 0);
    for (std::int32_t u = 0; u < count_; ++u) {
        std::int32_t low = begin_[u];
        std::int32_t high = end_[u];
        const auto add = [&](std::int32_t v) {
            if (v == u || (pin_[u] >= 0 && pin_[v] >= 0)) {
                return;
            }
            if (in_pieces_) {
                const std::int64_t height = distance(buffers[v], buffers[u]);
                if (height == 0) {
                    return;
                }
                height_.push_back(height);
                own_height_.push_back(distance(buffers[u], buffers[v]));
            }
            conflict_.push_back(v);
            low = std::min(low, begin_[v]);
            high = std::max(high, end_[v]);
        };
        for (const std::int32_t v : alive_at_begin[begin_[u]]) {
            add(v);
        }
        for (std::int32_t k = first_at[begin_[u] + 1]; k < first_at[end_[u]]; ++k) {
            add(starts[k]);
        }
        conflict_start_.push_back(static_cast<std::int32_t>(conflict_.size()));
        reach_begin_[u] = low;
        reach_end_[u] = high;
    }
}

}  // namespace arenascope
