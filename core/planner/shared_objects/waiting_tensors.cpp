#include "core/planner/shared_objects/waiting_tensors.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace arenascope {
namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

/// A sum that may not fit is larger than all that do.
std::int64_t sum_up_to_greatest(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return a == greatest || __builtin_add_overflow(a, b, &sum) ? greatest : sum;
}

WaitingTensors::Tasks mirrored(const WaitingTensors::Tasks& tasks) {
    return {Step(-tasks.last.value()), Step(-tasks.first.value())};
}

std::vector<WaitingTensors::Tasks> all_mirrored(std::span<const WaitingTensors::Tasks> tasks) {
    std::vector<WaitingTensors::Tasks> all;
    all.reserve(tasks.size());
    std::transform(tasks.begin(), tasks.end(), std::back_inserter(all), mirrored);
    return all;
}

/// Where a stretch begins in mirrored time. No end remains none.
std::int64_t mirrored_end(std::int64_t until) {
    return until == greatest ? least : -until;
}

std::int64_t mirrored_begin(std::int64_t since) {
    return since == least ? greatest : -since;
}

}  // namespace

WaitingTensors::Reach WaitingTensors::Reach::of_none() {
    return {greatest, least, least};
}

WaitingTensors::Reach WaitingTensors::Reach::of_both(const Reach& a, const Reach& b) {
    return {std::min(a.least_last, b.least_last), std::max(a.greatest_last, b.greatest_last), std::max(a.back, b.back)};
}

WaitingTensors::Side::Side(std::span<const Tasks> tasks)
    : leaves(std::bit_ceil(std::max<std::size_t>(1, tasks.size()))),
      reaches(2 * leaves, Reach::of_none()),
      leaf_of(tasks.size()),
      rank_of(tasks.size()) {
    std::iota(rank_of.begin(), rank_of.end(), std::uint32_t{0});
    std::stable_sort(rank_of.begin(), rank_of.end(), [tasks](std::uint32_t a, std::uint32_t b) {
        return std::pair(tasks[a].first, tasks[a].last) < std::pair(tasks[b].first, tasks[b].last);
    });
    firsts.reserve(tasks.size());
    for (std::size_t leaf = 0; leaf < tasks.size(); ++leaf) {
        const Tasks& each = tasks[rank_of[leaf]];
        leaf_of[rank_of[leaf]] = static_cast<std::uint32_t>(leaf);
        firsts.push_back(each.first.value());
        reaches[leaves + leaf] = {each.last.value(), each.last.value(), greatest};
    }
    for (std::size_t node = leaves - 1; node > 0; --node) {
        reaches[node] = Reach::of_both(reaches[2 * node], reaches[2 * node + 1]);
    }
}

void WaitingTensors::Side::set(std::size_t rank, const Reach& reach) {
    std::size_t node = leaves + leaf_of[rank];
    reaches[node] = reach;
    for (node /= 2; node > 0; node /= 2) {
        const Reach below = Reach::of_both(reaches[2 * node], reaches[2 * node + 1]);
        if (reaches[node] == below) {
            break;
        }
        reaches[node] = below;
    }
}

void WaitingTensors::Side::set_distance(std::size_t rank, Duration distance) {
    const std::size_t leaf = leaf_of[rank];
    Reach reach = reaches[leaves + leaf];
    reach.back = sum_up_to_greatest(distance == infinite ? greatest : distance.value(), -firsts[leaf]);
    if (!(reach == reaches[leaves + leaf])) {
        set(rank, reach);
    }
}

bool WaitingTensors::Side::reaches_since(std::size_t rank, std::int64_t since) const {
    return reaches[leaves + leaf_of[rank]].back >= mirrored_begin(since);
}

template <class Use>
std::size_t WaitingTensors::Side::find(const Place& place, Use&& use) const {
    const auto position_after = [this](std::int64_t task) {
        return static_cast<std::size_t>(std::upper_bound(firsts.begin(), firsts.end(), task) - firsts.begin());
    };
    const std::size_t begin = position_after(place.since);
    const std::size_t end = position_after(place.placed.last.value());
    std::size_t visited = 0;
    const auto find_below = [&](const auto& self, std::size_t node, std::size_t from, std::size_t to) -> void {
        ++visited;
        const Reach& reach = reaches[node];
        if (to <= begin || end <= from || reach.back < mirrored_begin(place.since) ||
            reach.greatest_last < place.placed.first.value() || reach.least_last >= place.until) {
            return;
        }
        if (node >= leaves) {
            use(rank_of[from]);
            return;
        }
        const std::size_t middle = (from + to) / 2;
        self(self, 2 * node, from, middle);
        self(self, 2 * node + 1, middle, to);
    };
    find_below(find_below, 1, 0, leaves);
    return visited;
}

WaitingTensors::WaitingTensors(std::span<const Tasks> tasks) : forwards_(tasks), backwards_(all_mirrored(tasks)) {}

bool WaitingTensors::waits(std::size_t rank) const {
    return !(forwards_.reaches[forwards_.leaves + forwards_.leaf_of[rank]] == Reach::of_none());
}

void WaitingTensors::remove(std::size_t rank) {
    forwards_.set(rank, Reach::of_none());
    backwards_.set(rank, Reach::of_none());
}

void WaitingTensors::set_distance(std::size_t rank, Duration distance) {
    if (waits(rank)) {
        forwards_.set_distance(rank, distance);
        backwards_.set_distance(rank, distance);
    }
}

void WaitingTensors::find_losing(const Place& place, std::vector<std::uint32_t>& found) const {
    found.clear();
    visited_ = forwards_.find(place, [&found](std::uint32_t rank) { found.push_back(rank); });
    const Place backwards{mirrored(place.placed), mirrored_end(place.until), mirrored_begin(place.since)};
    visited_ += backwards_.find(backwards, [&](std::uint32_t rank) {
        if (!forwards_.reaches_since(rank, place.since)) {
            found.push_back(rank);
        }
    });
}

}  // namespace arenascope
