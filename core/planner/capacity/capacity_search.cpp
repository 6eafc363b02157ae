// What a placement entails in CapacitySearch; where and on what it branches is in capacity_branching.cpp.

#include "core/planner/capacity/capacity_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace arenascope {

namespace {
constexpr double weight_decay = 0.95;  // of the failure counts, from search to search
/// After so many lifts for each buffer, all that wait are lifted at once.
constexpr std::size_t most_lifts_each = 64;

std::int64_t aligned(std::int64_t offset, std::int64_t alignment) {
    return alignment == 1 ? offset : (offset + alignment - 1) / alignment * alignment;
}

/// Sorts live[first, last) by lowest offset. An insertion sort is fast here, because the order hardly changes from
/// visit to visit.
void sort_rising(const std::vector<std::int64_t>& offsets, std::int32_t* live, std::int32_t first, std::int32_t last) {
    for (std::int32_t k = first + 1; k < last; ++k) {
        const std::int32_t u = live[k];
        const std::int64_t offset = offsets[u];
        std::int32_t j = k;
        for (; j > first && offsets[live[j - 1]] > offset; --j) {
            live[j] = live[j - 1];
        }
        live[j] = u;
    }
}

}  // namespace

CapacitySearch::CapacitySearch(const std::vector<SearchedBuffer>& buffers)
    : group_(capacity_group(buffers)), live_(group_.live) {
    weight_.assign(group_.sections, 1);
    score_.assign(group_.count, 0);
    touched_.assign(group_.count, 0);
    dirty_.assign(group_.sections, 0);
    queue_.reserve(group_.count);
    nodes_.reserve(group_.count + 1);
    cause_.assign(group_.count, -1);
    level_.assign(group_.count, -1);
    traced_.assign(group_.count, 0);
    place_in_waiting_.assign(group_.count, 0);
    waiting_.reserve(group_.count);
}

/// False: the pinned buffers alone leave no layout.
bool CapacitySearch::reset(std::int64_t capacity) {
    capacity_ = capacity;
    offset_.assign(group_.count, 0);
    state_.assign(group_.count, free_buffer);
    support_.resize(group_.count);
    std::fill(support_.begin(), support_.end(), -1);  // an entry of group_.conflict
    remaining_ = group_.live_size;
    floor_.assign(group_.sections, 0);
    choices_.assign(group_.sections, 0);
    for (std::int32_t s = 0; s < group_.sections; ++s) {
        choices_[s] = group_.live_start[s + 1] - group_.live_start[s];
    }
    for (std::int32_t u = 0; group_.pinned && u < group_.count; ++u) {
        offset_[u] = std::max<std::int64_t>(group_.pin[u], 0);
    }
    std::fill(cause_.begin(), cause_.end(), -1);
    std::fill(level_.begin(), level_.end(), -1);
    blamed_of_nodes_.clear();
    waiting_.clear();
    trail_.clear();
    nodes_.clear();
    placed_count_ = 0;
    for (double& weight : weight_) {
        weight = 1 + (weight - 1) * weight_decay;
    }
    if (!group_.pinned) {
        return true;
    }
    for (std::int32_t u = 0; u < group_.count; ++u) {
        touch(u);
    }
    std::fill(dirty_.begin(), dirty_.end(), std::uint8_t{1});
    return propagate();
}

void CapacitySearch::start_anew(const std::vector<double>& kept_scores) {
    std::fill(weight_.begin(), weight_.end(), 1.0);
    live_ = group_.live;
    kept_score_ = kept_scores;
}

void CapacitySearch::make_scores(const Strategy& strategy, Random& random) {
    for (std::int32_t u = 0; u < group_.count; ++u) {
        const double length = group_.end[u] - group_.begin[u];
        const auto width = static_cast<double>(group_.size[u]);
        double score = 0;
        if (strategy.inherit && !kept_score_.empty()) {
            score = kept_score_[u];
        } else {
            switch (strategy.score) {
                case Score::length:
                    score = length * (1 + 1e-6 * width / static_cast<double>(group_.threshold));
                    break;
                case Score::width:
                    score = width * (1 + 1e-6 * length / group_.sections);
                    break;
                case Score::length_root_width:
                    score = length * std::sqrt(width);
                    break;
                case Score::area:
                    score = length * width;
                    break;
                case Score::level_length:
                    score = static_cast<double>(group_.level[u]) * (1 + 1e-6 * length);
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
inline void CapacitySearch::set_offset(std::int32_t u, std::int64_t value, std::int32_t cause) {
    const std::int64_t before = offset_[u];
    trail_.push_back({Change::offset, u, before, cause_[u]});
    offset_[u] = value;
    cause_[u] = cause;
    touch(u);
    // Only a section that has the buffer among its choices must be looked at again.
    for (std::int32_t s = group_.begin[u]; s < group_.end[u]; ++s) {
        dirty_[s] |= before <= capacity_ - remaining_[s];
    }
}
/// Raises the lowest offset to an aligned one. False: the buffer is pinned and cannot move.
inline bool CapacitySearch::raise(std::int32_t u, std::int64_t value, std::int32_t cause) {
    if (group_.pin[u] >= 0) {
        blame_only(u);
        blame(cause);
        return false;
    }
    set_offset(u, aligned(value, group_.alignment[u]), cause);
    return true;
}
inline void CapacitySearch::set_state(std::int32_t u, State value) {
    trail_.push_back({Change::state, u, state_[u], level_[u]});
    change_state(u, value);
    level_[u] = -1;
}
/// Keeps the list of the waiting buffers.
inline void CapacitySearch::change_state(std::int32_t u, State value) {
    if (state_[u] == waiting) {
        const std::int32_t last = waiting_.back();
        waiting_[place_in_waiting_[u]] = last;
        place_in_waiting_[last] = place_in_waiting_[u];
        waiting_.pop_back();
    }
    state_[u] = value;
    if (value == waiting) {
        place_in_waiting_[u] = static_cast<std::int32_t>(waiting_.size());
        waiting_.push_back(u);
    }
}

void CapacitySearch::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        const Record record = trail_.back();
        trail_.pop_back();
        const std::int32_t i = record.index;
        switch (record.change) {
            case Change::offset:
                offset_[i] = record.before;
                cause_[i] = record.also_before;
                break;
            case Change::state:
                change_state(i, static_cast<State>(record.before));
                level_[i] = record.also_before;
                break;
            case Change::floor:
                floor_[i] = record.before;
                break;
            case Change::choices:
                choices_[i] = static_cast<std::int32_t>(record.before);
                break;
            case Change::placement:
                state_[i] = free_buffer;
                level_[i] = -1;
                --placed_count_;
                for (std::int32_t p = group_.part_start[i]; p < group_.part_start[i + 1]; ++p) {
                    for (std::int32_t s = group_.part[p].begin; s < group_.part[p].end; ++s) {
                        remaining_[s] += group_.size[i];
                    }
                }
                break;
        }
    }
}

/// Adds the levels of a buffer and of all that holds it up.
void CapacitySearch::blame(std::int32_t u) {
    for (; u >= 0 && traced_[u] != failure_; u = cause_[u]) {
        traced_[u] = failure_;
        blamed_.add(level_[u]);
    }
}

/// Begins with a new failure.
void CapacitySearch::blame_only(std::int32_t u) {
    ++failure_;
    blamed_.clear();
    blame(u);
}

/// Of a stack that is too high, only the buffers above its last hole are to blame. The buffers of the section are
/// sorted by rising offset.
void CapacitySearch::blame_section(std::int32_t s) {
    const std::int32_t last = group_.live_start[s + 1];
    std::int32_t first_above = group_.live_start[s];
    std::int64_t stack = 0;
    for (std::int32_t k = first_above; k < last; ++k) {
        const std::int32_t u = live_[k];
        if (state_[u] == placed) {
            continue;
        }
        if (offset_[u] > stack) {
            stack = offset_[u];
            first_above = k;
        }
        stack += group_.size[u];
    }
    blame_only(-1);
    for (std::int32_t k = first_above; k < last; ++k) {
        if (state_[live_[k]] != placed) {
            blame(live_[k]);
        }
    }
}

/// A waiting buffer rests on an unplaced conflicting buffer, so its lowest offset is at least the lowest tail of those.
/// If it is pinned, such a buffer must fit below it.
bool CapacitySearch::lift_waiting(std::int32_t u) {
    std::int64_t least = unbounded;
    const std::int32_t known = support_[u];
    if (known >= 0 && state_[group_.conflict[known]] != placed &&
        offset_[group_.conflict[known]] + group_.height_of_other(known) <= offset_[u]) {
        return true;
    }
    const std::int32_t last = group_.conflict_start[u + 1];
    for (std::int32_t k = group_.conflict_start[u]; k < last; ++k) {
        const std::int32_t v = group_.conflict[k];
        const std::int64_t tail = offset_[v] + group_.height_of_other(k);
        if (state_[v] != placed && tail < least) {
            least = tail;
            support_[u] = k;
        }
    }
    work_ += last - group_.conflict_start[u];
    if (least == unbounded || (least > offset_[u] && !raise(u, least, group_.conflict[support_[u]])) ||
        offset_[u] + group_.size[u] > capacity_) {
        blame_only(u);
        for (std::int32_t k = group_.conflict_start[u]; k < last && least == unbounded; ++k) {
            blame(group_.conflict[k]);
        }
        return false;
    }
    return true;
}

/// Lifts what waits and may rest on `x`: all that is alive with it, which is a little more than what is in conflict
/// with it. Few buffers wait at a time.
bool CapacitySearch::lift_waiting_beside(std::int32_t x) {
    work_ += static_cast<std::int64_t>(waiting_.size()) + 1;
    return std::ranges::all_of(waiting_, [&](std::int32_t u) {
        return group_.begin[u] >= group_.end[x] || group_.begin[x] >= group_.end[u] || lift_waiting(u);
    });
}

/// The same for all waiting buffers at once: the lowest tails spread from the buffers that do not wait, as in
/// Dijkstra's algorithm. One by one, buffers that wait for each other rise by the smaller of their sizes each time, up
/// to the capacity.
bool CapacitySearch::lift_all_waiting() {
    std::vector<std::int64_t> least(static_cast<std::size_t>(group_.count), unbounded);
    std::vector<bool> is_open(static_cast<std::size_t>(group_.count));
    std::vector<std::int32_t> source(static_cast<std::size_t>(group_.count), -1);
    const auto spread_from = [&](std::int32_t u, std::int64_t offset) {
        for (std::int32_t k = group_.conflict_start[u]; k < group_.conflict_start[u + 1]; ++k) {
            const std::int32_t v = group_.conflict[k];
            if (is_open[v]) {
                const std::int64_t tail = aligned(offset + group_.height_of_own(u, k), group_.alignment[v]);
                if (const std::int64_t lowest = std::max(tail, offset_[v]); lowest < least[v]) {
                    least[v] = lowest;
                    source[v] = u;
                }
            }
        }
        work_ += group_.conflict_start[u + 1] - group_.conflict_start[u];
    };
    for (std::int32_t u = 0; u < group_.count; ++u) {
        is_open[u] = state_[u] == waiting;
    }
    for (std::int32_t u = 0; u < group_.count; ++u) {
        if (state_[u] == free_buffer) {
            spread_from(u, offset_[u]);
        }
    }
    for (std::int32_t lowest = 0; lowest >= 0;) {
        lowest = -1;
        for (std::int32_t u = 0; u < group_.count; ++u) {
            if (is_open[u] && (lowest < 0 || least[u] < least[lowest])) {
                lowest = u;
            }
        }
        work_ += group_.count;
        if (lowest < 0) {
            continue;
        }
        if (least[lowest] > capacity_ - group_.size[lowest] ||
            (least[lowest] > offset_[lowest] && !raise(lowest, least[lowest], source[lowest]))) {
            blame_only(lowest);
            blame(source[lowest]);
            return false;
        }
        is_open[lowest] = false;
        spread_from(lowest, offset_[lowest]);
    }
    return true;
}

/// Recomputes the floor, the choices and the bound on the stack of one section.
bool CapacitySearch::update_section(std::int32_t s) {
    std::int32_t* const live = live_.data() + group_.live_start[s];
    const std::int32_t lives = group_.live_start[s + 1] - group_.live_start[s];
    work_ += lives;
    if (remaining_[s] == 0) {
        return true;
    }
    const std::int64_t latest = capacity_ - remaining_[s];
    std::int64_t floor = unbounded;
    std::int64_t stack = 0;
    std::int32_t choices = 0;
    sort_rising(offset_, live, 0, lives);
    std::int64_t least_tail = unbounded;
    std::int32_t least_choice = -1;
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
        if (offset + group_.size[u] < least_tail) {
            least_tail = offset + group_.size[u];
            least_choice = u;
        }
        stack = std::max(stack, offset) + group_.size[u];
    }
    const std::int64_t stack_of_choices = stack;
    const std::int32_t first_above = k;
    bool is_rising = true;
    for (; k < lives && choices > 0; ++k) {
        const std::int32_t u = live[k];
        if (state_[u] == placed) {
            continue;
        }
        // not a choice of this section, so it lies above a choice
        if (offset_[u] < least_tail) {
            if (!raise(u, least_tail, least_choice)) {
                return false;
            }
            if (state_[u] == free_buffer) {
                set_state(u, waiting);
            }
            is_rising = is_rising && offset_[u] == least_tail;
        }
        stack = std::max(stack, offset_[u]) + group_.size[u];
    }
    if (!is_rising) {
        // Alignment has raised some of them further than others.
        sort_rising(offset_, live, first_above, lives);
        stack = stack_of_choices;
        for (k = first_above; k < lives; ++k) {
            const std::int32_t u = live[k];
            if (state_[u] != placed) {
                stack = std::max(stack, offset_[u]) + group_.size[u];
            }
        }
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
        blame_section(s);
        return false;
    }
    return true;
}

/// Drops pending propagation after the branch has failed.
void CapacitySearch::drop_queue() {
    for (std::int32_t u : queue_) {
        touched_[u] = 0;
        std::fill(dirty_.begin() + group_.begin[u], dirty_.begin() + group_.end[u], std::uint8_t{0});
    }
    queue_.clear();
}

bool CapacitySearch::propagate() {
    bool fits = true;
    while (!queue_.empty()) {
        std::int32_t first = group_.sections;
        std::int32_t last_section = 0;
        const std::size_t most_one_by_one = queue_.size() + most_lifts_each * static_cast<std::size_t>(group_.count);
        // The queue grows during the loop.
        for (std::size_t k = 0; k < queue_.size(); ++k) {  // NOLINT(modernize-loop-convert)
            const std::int32_t x = queue_[k];
            touched_[x] = 0;
            if (!fits) {
                continue;
            }
            if (k == most_one_by_one) {
                fits = lift_all_waiting();
                if (!fits) {
                    continue;
                }
            }
            first = std::min(first, group_.begin[x]);
            last_section = std::max(last_section, group_.end[x]);
            if (state_[x] != placed && offset_[x] + group_.size[x] > capacity_) {
                blame_only(x);
                fits = false;
                continue;
            }
            fits = lift_waiting_beside(x);
        }
        queue_.clear();
        for (std::int32_t s = first; s < last_section; ++s) {
            if (dirty_[s]) {
                dirty_[s] = 0;
                if (fits) {
                    fits = update_section(s);
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
    state_[x] = placed;
    level_[x] = static_cast<std::int32_t>(nodes_.size()) - 1;
    ++placed_count_;
    trail_.push_back({Change::placement, x, 0});
    for (std::int32_t p = group_.part_start[x]; p < group_.part_start[x + 1]; ++p) {
        for (std::int32_t s = group_.part[p].begin; s < group_.part[p].end; ++s) {
            remaining_[s] -= group_.size[x];
            dirty_[s] = 1;
        }
    }
    touch(x);
    bool fits = true;
    const std::int32_t last = group_.conflict_start[x + 1];
    for (std::int32_t k = group_.conflict_start[x]; k < last && fits; ++k) {
        const std::int32_t u = group_.conflict[k];
        if (state_[u] == placed) {
            continue;
        }
        const bool is_pinned = group_.pin[u] >= 0;
        const std::int64_t tail = offset_[x] + group_.height_of_own(x, k);
        const std::int64_t lowest = is_pinned ? tail : aligned(tail, group_.alignment[u]);
        if (offset_[u] > lowest && !is_pinned) {
            continue;
        }
        if (offset_[u] < lowest) {
            fits = raise(u, tail, x);
        }
        if (state_[u] == waiting) {
            set_state(u, free_buffer);
        }
    }
    work_ += last - group_.conflict_start[x];
    if (!fits) {
        drop_queue();
        return false;
    }
    return propagate();
}

bool CapacitySearch::wait(std::int32_t x) {
    const std::int64_t lowest = offset_[x];
    bool fits = true;
    set_state(x, waiting);
    level_[x] = static_cast<std::int32_t>(nodes_.size()) - 1;
    fits = lift_waiting(x);
    // Equal buffers are interchangeable: if x must wait, they must wait too.
    for (std::int32_t k = group_.conflict_start[x]; fits && k < group_.conflict_start[x + 1]; ++k) {
        const std::int32_t y = group_.conflict[k];
        if (group_.plain[x] && group_.plain[y] && group_.begin[y] == group_.begin[x] &&
            group_.end[y] == group_.end[x] && group_.size[y] == group_.size[x] &&
            group_.alignment[y] == group_.alignment[x] && state_[y] == free_buffer && offset_[y] == lowest) {
            set_state(y, waiting);
            level_[y] = static_cast<std::int32_t>(nodes_.size()) - 1;
            fits = lift_waiting(y);
        }
    }
    if (!fits) {
        drop_queue();
        return false;
    }
    return propagate();
}

/// The first update of all sections. Needed for groups with pins, because some of their floors begin above 0.
}  // namespace arenascope
