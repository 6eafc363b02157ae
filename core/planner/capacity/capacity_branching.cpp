// The search loop of CapacitySearch and its choice of section and buffer. capacity_search.cpp propagates placements.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/planner/capacity/capacity_search.h"

namespace arenascope {
namespace {

constexpr std::int64_t visits_between_checks = 50'000;
constexpr std::int64_t patience = 4;

}  // namespace

std::int32_t CapacitySearch::descend(std::int32_t u) {
    for (;;) {
        std::int32_t below = -1;
        std::int64_t least = state_[u] == waiting ? unbounded : offset_[u];
        for (std::int32_t k = group_.conflict_start[u]; k < group_.conflict_start[u + 1]; ++k) {
            const std::int32_t v = group_.conflict[k];
            if (state_[v] == placed) {
                continue;
            }
            const std::int64_t tail = offset_[v] + group_.height_of_other(k);
            if (tail < least || (tail == least && (below < 0 || score_[v] > score_[below]))) {
                least = tail;
                below = v;
            }
        }
        work_ += group_.conflict_start[u + 1] - group_.conflict_start[u];
        if (below < 0) {
            return u;
        }
        u = below;
    }
}

std::int32_t CapacitySearch::select(const Strategy& strategy) {
    std::int32_t best = -1;
    if (strategy.focus == Focus::lowest_buffer) {
        for (std::int32_t u = 0; u < group_.count; ++u) {
            if (state_[u] == free_buffer &&
                (best < 0 || offset_[u] < offset_[best] || (offset_[u] == offset_[best] && score_[u] > score_[best]))) {
                best = u;
            }
        }
        work_ += group_.count;
        return descend(best);
    }
    std::int32_t section = -1;
    double least = std::numeric_limits<double>::infinity();
    for (std::int32_t k = 0; k < group_.sections; ++k) {
        const std::int32_t s = strategy.reversed ? group_.sections - 1 - k : k;
        if (remaining_[s] == 0) {
            continue;
        }
        double value = 0;
        switch (strategy.focus) {
            case Focus::least_slack:
                value =
                    static_cast<double>(capacity_ - floor_[s] - remaining_[s]) + 1e-9 * static_cast<double>(floor_[s]);
                break;
            case Focus::fewest_choices:
                value = choices_[s] + static_cast<double>(floor_[s]) / static_cast<double>(capacity_ + 1);
                break;
            case Focus::failing_choices:
                value = choices_[s] / weight_[s];
                break;
            case Focus::failing_room:
                value = static_cast<double>(capacity_ - remaining_[s]) / std::sqrt(weight_[s]);
                break;
            case Focus::crowded_room:
                value = static_cast<double>(capacity_ - remaining_[s]) / std::sqrt(std::sqrt(weight_[s]));
                break;
            case Focus::failing_floor:
                value = static_cast<double>(floor_[s]) / std::sqrt(weight_[s]);
                break;
            default:
                value = -static_cast<double>(remaining_[s]);
        }
        if (value < least) {
            least = value;
            section = s;
        }
    }
    work_ += group_.sections;
    if (section < 0) {
        // no remaining buffer is wholly in use in any section
        return select({.focus = Focus::lowest_buffer});
    }
    for (std::int32_t k = group_.live_start[section]; k < group_.live_start[section + 1]; ++k) {
        const std::int32_t u = live_[k];
        if (state_[u] != placed && offset_[u] == floor_[section] &&
            (best < 0 || score_[u] > score_[best] || (score_[u] == score_[best] && u < best))) {
            best = u;
        }
    }
    return descend(best);
}

/// Leaves the last node, or tries its second case. True: that fits.
bool CapacitySearch::back_out(bool is_complete) {
    const Node node = nodes_.back();
    const auto level = static_cast<std::int32_t>(nodes_.size()) - 1;
    const bool is_blamed = is_complete || blamed_.has(level);
    undo(node.mark);
    if (node.buffer < 0 || !is_blamed) {
        // both cases failed, or the placement did not contribute to the failure
        for (std::size_t k = node.blamed_from; is_blamed && k < blamed_of_nodes_.size(); ++k) {
            blamed_.add(blamed_of_nodes_[k]);
        }
        blamed_of_nodes_.resize(node.blamed_from);
        nodes_.pop_back();
        return false;
    }
    nodes_.back().buffer = -1;
    for (const std::int32_t blamed : blamed_.levels()) {
        if (blamed < level) {
            blamed_of_nodes_.push_back(blamed);
        }
    }
    return wait(node.buffer);
}

Verdict CapacitySearch::search(std::int64_t capacity, const Strategy& strategy, Random& random, std::int64_t work_limit,
                               const SearchStop& stop_requested) {
    if (!reset(capacity) || capacity < group_.threshold) {
        return Verdict::none;
    }
    make_scores(strategy, random);
    // The first descent is cut late: where nothing has failed, the next placements are as likely to fit.
    const std::int64_t last_stop = work_limit < unbounded / 2 / patience ? work_ + patience * work_limit : unbounded;
    const std::int64_t early_stop = work_limit < unbounded / 2 ? work_ + work_limit : unbounded;
    std::int64_t stop = last_stop;
    std::int64_t next_check = work_;
    work_ += group_.count + group_.sections + static_cast<std::int64_t>(live_.size()) / 8;
    // A node is a placement. Its second case (wait) is tried after everything above it has failed.
    for (;;) {
        if (placed_count_ == group_.count) {
            kept_score_ = score_;
            return Verdict::found;
        }
        if (work_ >= stop) {
            return Verdict::limit;
        }
        if (work_ >= next_check) {
            if (stop_requested && stop_requested()) {
                return Verdict::limit;
            }
            next_check = work_ + visits_between_checks;
        }
        const std::int32_t x = select(strategy);
        nodes_.push_back({x, trail_.size(), blamed_of_nodes_.size()});
        blamed_.reach(nodes_.size());
        ++node_count_;
        bool fits = place(x);
        while (!fits) {
            if (nodes_.empty()) {
                return Verdict::none;
            }
            stop = early_stop;
            fits = back_out(strategy.complete);
            if (work_ >= stop && fits) {
                return Verdict::limit;
            }
        }
    }
}

std::vector<std::int32_t> CapacitySearch::order() const {
    std::vector<std::int32_t> result(group_.count);
    std::iota(result.begin(), result.end(), 0);
    std::ranges::stable_sort(result, {}, [&](int one) { return offset_[one]; });
    return result;
}

}  // namespace arenascope
