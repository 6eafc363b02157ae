#include "core/planner/tuner/capacity_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace arenascope {

namespace {
constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();
constexpr double weight_decay = 0.95;  // of the failures met, from search to search

std::int64_t aligned(std::int64_t offset, std::int64_t alignment) {
    return alignment == 1 ? offset : (offset + alignment - 1) / alignment * alignment;
}
}  // namespace

CapacitySearch::CapacitySearch(const std::vector<SearchedBuffer>& buffers)
    : count_(static_cast<std::int32_t>(buffers.size())) {
    // renumber the sections: only those where something of the group begins or ends
    std::vector<std::int64_t> ticks;
    for (const SearchedBuffer& buffer : buffers) {
        ticks.push_back(buffer.begin);
        ticks.push_back(buffer.end);
        size_.push_back(buffer.size);
        alignment_.push_back(buffer.alignment);
    }
    std::sort(ticks.begin(), ticks.end());
    ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
    const auto section_of = [&](std::int64_t tick) {
        return static_cast<std::int32_t>(std::lower_bound(ticks.begin(), ticks.end(), tick) - ticks.begin());
    };
    for (const SearchedBuffer& buffer : buffers) {
        begin_.push_back(section_of(buffer.begin));
        end_.push_back(section_of(buffer.end));
    }
    sections_ = ticks.empty() ? 0 : static_cast<std::int32_t>(ticks.size()) - 1;

    live_start_.assign(sections_ + 1, 0);
    live_size_.assign(sections_, 0);
    for (std::int32_t u = 0; u < count_; ++u) {
        for (std::int32_t s = begin_[u]; s < end_[u]; ++s) {
            ++live_start_[s + 1], live_size_[s] += size_[u];
        }
    }
    std::partial_sum(live_start_.begin(), live_start_.end(), live_start_.begin());
    live_.resize(live_start_.back());
    std::vector<std::int32_t> next(live_start_.begin(), live_start_.end() - 1);
    for (std::int32_t u = 0; u < count_; ++u) {
        for (std::int32_t s = begin_[u]; s < end_[u]; ++s) {
            live_[next[s]++] = u;
        }
    }
    for (std::int64_t live : live_size_) {
        threshold_ = std::max(threshold_, live);
    }

    // conflicts: alive in the first section, or beginning later in the lifetime
    std::vector<std::int32_t> starts(count_);
    std::iota(starts.begin(), starts.end(), 0);
    std::sort(starts.begin(), starts.end(),
              [&](int a, int b) { return begin_[a] < begin_[b] || (begin_[a] == begin_[b] && a < b); });
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
            if (v == u) {
                return;
            }
            conflict_.push_back(v);
            low = std::min(low, begin_[v]);
            high = std::max(high, end_[v]);
        };
        for (std::int32_t k = live_start_[begin_[u]]; k < live_start_[begin_[u] + 1]; ++k) {
            add(live_[k]);
        }
        for (std::int32_t k = first_at[begin_[u] + 1]; k < first_at[end_[u]]; ++k) {
            add(starts[k]);
        }
        conflict_start_.push_back(static_cast<std::int32_t>(conflict_.size()));
        reach_begin_[u] = low;
        reach_end_[u] = high;
    }
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

void CapacitySearch::reset(std::int64_t capacity) {
    capacity_ = capacity;
    offset_.assign(count_, 0);
    state_.assign(count_, free_buffer);
    support_.resize(count_);
    std::iota(support_.begin(), support_.end(), 0);  // itself: never a support
    remaining_ = live_size_;
    floor_.assign(sections_, 0);
    choices_.assign(sections_, 0);
    for (std::int32_t s = 0; s < sections_; ++s) {
        choices_[s] = live_start_[s + 1] - live_start_[s];
    }
    trail_.clear();
    nodes_.clear();
    placed_count_ = 0;
    for (double& weight : weight_) {
        weight = 1 + (weight - 1) * weight_decay;
    }
}

void CapacitySearch::make_scores(const Strategy& strategy, Random& random) {
    for (std::int32_t u = 0; u < count_; ++u) {
        const double length = end_[u] - begin_[u];
        const double width = static_cast<double>(size_[u]);
        double score = 0;
        if (strategy.inherit && !kept_score_.empty()) {
            score = kept_score_[u];
        } else {
            switch (strategy.score) {
                case Score::length:
                    score = length * (1 + 1e-6 * width / static_cast<double>(threshold_));
                    break;
                case Score::width:
                    score = width * (1 + 1e-6 * length / sections_);
                    break;
                case Score::length_root_width:
                    score = length * std::sqrt(width);
                    break;
                case Score::area:
                    score = length * width;
                    break;
                case Score::level_length:
                    score = static_cast<double>(level_[u]) * (1 + 1e-6 * length);
                    break;
            }
        }
        score_[u] = strategy.noise > 0 ? score * std::exp(strategy.noise * (random.unit() - 0.5)) : score;
    }
}

inline void CapacitySearch::touch(std::int32_t u) {
    if (!touched_[u]) {
        touched_[u] = 1;
        queue_.push_back(u);
    }
}
inline void CapacitySearch::set_offset(std::int32_t u, std::int64_t value) {
    const std::int64_t before = offset_[u];
    trail_.push_back({Change::offset, u, before});
    offset_[u] = value;
    touch(u);
    // a buffer that could not come next in a section anyway changes nothing there
    for (std::int32_t s = begin_[u]; s < end_[u]; ++s) {
        dirty_[s] |= before <= capacity_ - remaining_[s];
    }
}
inline void CapacitySearch::set_state(std::int32_t u, State value) {
    trail_.push_back({Change::state, u, state_[u]});
    state_[u] = value;
}

void CapacitySearch::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        const Record record = trail_.back();
        trail_.pop_back();
        const std::int32_t i = record.index;
        switch (record.change) {
            case Change::offset:
                offset_[i] = record.before;
                break;
            case Change::state:
                state_[i] = static_cast<std::uint8_t>(record.before);
                break;
            case Change::floor:
                floor_[i] = record.before;
                break;
            case Change::choices:
                choices_[i] = static_cast<std::int32_t>(record.before);
                break;
            case Change::placement:
                state_[i] = free_buffer;
                --placed_count_;
                for (std::int32_t s = begin_[i]; s < end_[i]; ++s) {
                    remaining_[s] += size_[i];
                }
                break;
        }
    }
}

bool CapacitySearch::fail_at(std::int32_t first, std::int32_t last) {
    fail_begin_ = first;
    fail_end_ = last;
    return false;
}

/// A waiting buffer rests on an unplaced conflicting one: its lowest offset is at least their least tail.
bool CapacitySearch::lift_waiting(std::int32_t u) {
    const std::int32_t known = support_[u];
    if (state_[known] != placed && offset_[known] + size_[known] <= offset_[u]) {
        return true;
    }
    std::int64_t least = unbounded;
    const std::int32_t last = conflict_start_[u + 1];
    for (std::int32_t k = conflict_start_[u]; k < last; ++k) {
        const std::int32_t v = conflict_[k];
        const std::int64_t tail = offset_[v] + size_[v];
        if (state_[v] != placed && tail < least) {
            least = tail;
            support_[u] = v;
        }
    }
    work_ += last - conflict_start_[u];
    if (least == unbounded) {
        return fail_at(begin_[u], end_[u]);
    }
    least = aligned(least, alignment_[u]);
    if (least > offset_[u]) {
        set_offset(u, least);
    }
    if (offset_[u] + size_[u] > capacity_) {
        return fail_at(begin_[u], end_[u]);
    }
    return true;
}

/// Floor, number of choices and stacking bound of one section. Its live buffers stay sorted by lowest offset
/// from visit to visit, so the insertion sort has next to nothing to do.
bool CapacitySearch::look_at_section(std::int32_t s) {
    std::int32_t* const live = live_.data() + live_start_[s];
    const std::int32_t lives = live_start_[s + 1] - live_start_[s];
    work_ += lives;
    if (remaining_[s] == 0) {
        return true;
    }
    const std::int64_t latest = capacity_ - remaining_[s];
    std::int64_t floor = unbounded;
    std::int64_t stack = 0;
    std::int32_t choices = 0;
    for (std::int32_t k = 1; k < lives; ++k) {
        const std::int32_t u = live[k];
        const std::int64_t offset = offset_[u];
        std::int32_t j = k;
        for (; j > 0 && offset_[live[j - 1]] > offset; --j) {
            live[j] = live[j - 1];
        }
        live[j] = u;
    }
    std::int64_t least_tail = unbounded;
    std::int32_t k = 0;
    for (; k < lives; ++k) {
        const std::int32_t u = live[k];
        if (state_[u] == placed) {
            continue;
        }
        const std::int64_t offset = offset_[u];
        if (offset > latest) {
            break;
        }
        if (choices++ == 0) {
            floor = offset;
        }
        least_tail = std::min(least_tail, offset + size_[u]);
        stack = std::max(stack, offset) + size_[u];
    }
    for (; k < lives && choices > 0; ++k) {
        const std::int32_t u = live[k];
        if (state_[u] == placed) {
            continue;
        }
        // not the next one in this section, so above one that is
        if (offset_[u] < least_tail) {
            set_offset(u, aligned(least_tail, alignment_[u]));
            if (state_[u] == free_buffer) {
                set_state(u, waiting);
            }
        }
        stack = std::max(stack, offset_[u]) + size_[u];
    }
    if (floor != floor_[s]) {
        trail_.push_back({Change::floor, s, floor_[s]});
        floor_[s] = floor;
    }
    if (choices != choices_[s]) {
        trail_.push_back({Change::choices, s, choices_[s]});
        choices_[s] = choices;
    }
    if (choices == 0 || stack > capacity_) {
        weight_[s] += 1;
        return fail_at(s, s + 1);
    }
    return true;
}

/// Forgets what was still to be propagated when the branch has failed already.
void CapacitySearch::drop_queue() {
    for (std::int32_t u : queue_) {
        touched_[u] = 0;
        std::fill(dirty_.begin() + begin_[u], dirty_.begin() + end_[u], std::uint8_t{0});
    }
    queue_.clear();
}

bool CapacitySearch::propagate() {
    bool fits = true;
    while (!queue_.empty()) {
        std::int32_t first = sections_;
        std::int32_t last_section = 0;
        for (std::size_t k = 0; k < queue_.size(); ++k) {
            const std::int32_t x = queue_[k];
            touched_[x] = 0;
            if (!fits) {
                continue;
            }
            first = std::min(first, begin_[x]);
            last_section = std::max(last_section, end_[x]);
            if (state_[x] != placed && offset_[x] + size_[x] > capacity_) {
                fits = fail_at(begin_[x], end_[x]);
                continue;
            }
            const std::int32_t last = conflict_start_[x + 1];
            for (std::int32_t e = conflict_start_[x]; e < last; ++e) {
                const std::int32_t u = conflict_[e];
                if (state_[u] == waiting && !lift_waiting(u)) {
                    fits = false;
                    break;
                }
            }
            work_ += last - conflict_start_[x];
        }
        queue_.clear();
        for (std::int32_t s = first; s < last_section; ++s) {
            if (dirty_[s]) {
                dirty_[s] = 0;
                if (fits) {
                    fits = look_at_section(s);
                }
            }
        }
        if (!fits) {
            drop_queue();
        }
    }
    return fits;
}

bool CapacitySearch::place(std::int32_t x) {
    const std::int64_t tail = offset_[x] + size_[x];
    state_[x] = placed;
    ++placed_count_;
    trail_.push_back({Change::placement, x, 0});
    for (std::int32_t s = begin_[x]; s < end_[x]; ++s) {
        remaining_[s] -= size_[x];
    }
    for (std::int32_t s = begin_[x]; s < end_[x]; ++s) {
        dirty_[s] = 1;
    }
    touch(x);
    const std::int32_t last = conflict_start_[x + 1];
    for (std::int32_t k = conflict_start_[x]; k < last; ++k) {
        const std::int32_t u = conflict_[k];
        if (state_[u] == placed || offset_[u] > tail) {
            continue;
        }
        const std::int64_t lowest = aligned(tail, alignment_[u]);
        if (offset_[u] < lowest) {
            set_offset(u, lowest);
        }
        if (state_[u] == waiting) {
            set_state(u, free_buffer);
        }
    }
    work_ += last - conflict_start_[x];
    return propagate();
}

bool CapacitySearch::wait(std::int32_t x) {
    const std::int64_t lowest = offset_[x];
    bool fits = true;
    set_state(x, waiting);
    fits = lift_waiting(x);
    // equal buffers are interchangeable: what x cannot do, they cannot either
    for (std::int32_t k = conflict_start_[x]; fits && k < conflict_start_[x + 1]; ++k) {
        const std::int32_t y = conflict_[k];
        if (begin_[y] == begin_[x] && end_[y] == end_[x] && size_[y] == size_[x] && alignment_[y] == alignment_[x] &&
            state_[y] == free_buffer && offset_[y] == lowest) {
            set_state(y, waiting);
            fits = lift_waiting(y);
        }
    }
    if (!fits) {
        drop_queue();
        return false;
    }
    return propagate();
}

}  // namespace arenascope
