#include "core/planner/shared_objects/waiting_tensors.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace arenascope {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr std::uint32_t no_rank = std::numeric_limits<std::uint32_t>::max();

/// Of a node below which nothing waits: nothing reaches anything.
constexpr std::int64_t back_of_nothing = highest;
constexpr std::int64_t forward_of_nothing = lowest;

}  // namespace

WaitingTensors::WaitingTensors(std::span<const Tasks> tasks)
    : tasks_(tasks.begin(), tasks.end()),
      distances_(tasks.size(), infinite),
      waits_(tasks.size(), 1),
      leaves_(std::bit_ceil(std::max<std::size_t>(1, tasks.size()))),
      nearest_(2 * leaves_, no_rank),
      reaches_(2 * leaves_, {back_of_nothing, forward_of_nothing}),
      leaf_of_(tasks.size()),
      rank_of_(tasks.size()) {
    std::iota(rank_of_.begin(), rank_of_.end(), std::uint32_t{0});
    std::stable_sort(rank_of_.begin(), rank_of_.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return tasks_[a].first < tasks_[b].first; });
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        leaf_of_[rank_of_[i]] = static_cast<std::uint32_t>(i);
        nearest_[leaves_ + i] = static_cast<std::uint32_t>(i);
        reaches_[leaves_ + i] = reach_of(rank_of_[i]);
    }
    for (std::size_t node = leaves_ - 1; node > 0; --node) {
        const std::uint32_t left = nearest_[2 * node];
        const std::uint32_t right = nearest_[2 * node + 1];
        nearest_[node] = is_nearer(right, left) ? right : left;
        reaches_[node] = {std::min(reaches_[2 * node].back, reaches_[2 * node + 1].back),
                          std::max(reaches_[2 * node].forward, reaches_[2 * node + 1].forward)};
    }
}

WaitingTensors::Reach WaitingTensors::reach_of(std::size_t rank) const {
    if (waits_[rank] == 0) {
        return {back_of_nothing, forward_of_nothing};
    }
    if (distances_[rank] == infinite) {
        return {lowest, highest};
    }
    // A gap between two tasks cannot overflow, so neither can a task less or more than it.
    return {tasks_[rank].first.value() - distances_[rank].value(),
            tasks_[rank].last.value() + distances_[rank].value()};
}

/// Whether `a` is to be chosen before `b`, whose rank is lower.
bool WaitingTensors::is_nearer(std::size_t a, std::size_t b) const {
    const bool a_waits = a != no_rank && waits_[a] != 0;
    const bool b_waits = b != no_rank && waits_[b] != 0;
    return a_waits && (!b_waits || distances_[a] < distances_[b]);
}

void WaitingTensors::update(std::size_t rank) {
    for (std::size_t node = (leaves_ + rank) / 2; node > 0; node /= 2) {
        const std::uint32_t left = nearest_[2 * node];
        const std::uint32_t right = nearest_[2 * node + 1];
        nearest_[node] = is_nearer(right, left) ? right : left;
    }
    std::size_t node = leaves_ + leaf_of_[rank];
    reaches_[node] = reach_of(rank);
    for (node /= 2; node > 0; node /= 2) {
        const Reach& left = reaches_[2 * node];
        const Reach& right = reaches_[2 * node + 1];
        const Reach both{std::min(left.back, right.back), std::max(left.forward, right.forward)};
        if (both.back == reaches_[node].back && both.forward == reaches_[node].forward) {
            break;
        }
        reaches_[node] = both;
    }
}

void WaitingTensors::set_distance(std::size_t rank, Duration distance) {
    distances_[rank] = distance;
    update(rank);
}

void WaitingTensors::remove(std::size_t rank) {
    waits_[rank] = 0;
    update(rank);
}

std::size_t WaitingTensors::nearest(std::size_t from, std::size_t to) const {
    // The nodes that make up the range, from both ends inwards. Those of the right end come in falling order.
    std::uint32_t left_best = no_rank;
    std::uint32_t right_best = no_rank;
    std::size_t left = leaves_ + from;
    std::size_t right = leaves_ + to;
    for (; left < right; left /= 2, right /= 2) {
        if (left % 2 == 1) {
            const std::uint32_t each = nearest_[left++];
            left_best = is_nearer(each, left_best) ? each : left_best;
        }
        if (right % 2 == 1) {
            const std::uint32_t each = nearest_[--right];
            right_best = is_nearer(right_best, each) ? right_best : each;
        }
    }
    const std::uint32_t best = is_nearer(right_best, left_best) ? right_best : left_best;
    return best == no_rank || waits_[best] == 0 ? to : best;
}

void WaitingTensors::collect(std::size_t node, std::int64_t first, std::int64_t last,
                             std::vector<std::size_t>& found) const {
    if (reaches_[node].back >= last || reaches_[node].forward <= first) {
        return;
    }
    if (node >= leaves_) {
        found.push_back(rank_of_[node - leaves_]);
        return;
    }
    collect(2 * node, first, last, found);
    collect(2 * node + 1, first, last, found);
}

void WaitingTensors::find_concerned(Step first, Step last, std::vector<std::size_t>& found) const {
    found.clear();
    collect(1, first.value(), last.value(), found);
}

}  // namespace arenascope
