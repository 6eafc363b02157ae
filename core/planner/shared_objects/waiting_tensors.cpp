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

WaitingTensors::Tasks mirrored_tasks(const WaitingTensors::Tasks& tasks) {
    return {Step(-tasks.last.value()), Step(-tasks.first.value())};
}

std::vector<WaitingTensors::Tasks> all_mirrored(std::span<const WaitingTensors::Tasks> tasks) {
    std::vector<WaitingTensors::Tasks> all;
    all.reserve(tasks.size());
    std::transform(tasks.begin(), tasks.end(), std::back_inserter(all), mirrored_tasks);
    return all;
}

/// Where a stretch begins in mirrored time. No end remains none.
std::int64_t mirrored_end(std::int64_t until) {
    return until == greatest ? least : -until;
}

std::int64_t mirrored_begin(std::int64_t since) {
    return since == least ? greatest : -since;
}

/// The last task of a tensor that does not wait: it fits nowhere.
constexpr std::int64_t fits_nowhere = std::numeric_limits<std::int64_t>::max();

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
    std::ranges::stable_sort(rank_of, {},
                             [tasks](std::uint32_t one) { return std::pair(tasks[one].first, tasks[one].last); });
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
    const Place backwards{mirrored_tasks(place.placed), mirrored_end(place.until), mirrored_begin(place.since)};
    visited_ += backwards_.find(backwards, [&](std::uint32_t rank) {
        if (!forwards_.reaches_since(rank, place.since)) {
            found.push_back(rank);
        }
    });
}

WaitingPosition::Side WaitingPosition::side_of(const std::vector<std::int64_t>& firsts,
                                               const std::vector<std::int64_t>& lasts, std::size_t begin) {
    const std::size_t count = firsts.size();
    Side side;
    side.leaves = std::bit_ceil(std::max<std::size_t>(1, count));
    side.lasts.assign(2 * side.leaves, fits_nowhere);
    side.ranks.resize(count);
    side.leaf_of.resize(count);
    side.firsts.reserve(count);
    std::iota(side.ranks.begin(), side.ranks.end(), std::uint32_t{0});
    std::ranges::stable_sort(side.ranks, {}, [&firsts](std::uint32_t one) { return firsts[one]; });
    for (std::size_t leaf = 0; leaf < count; ++leaf) {
        const std::uint32_t member = side.ranks[leaf];
        side.leaf_of[member] = static_cast<std::uint32_t>(leaf);
        side.firsts.push_back(firsts[member]);
        side.lasts[side.leaves + leaf] = lasts[member];
        side.ranks[leaf] = static_cast<std::uint32_t>(begin) + member;
    }
    for (std::size_t node = side.leaves - 1; node > 0; --node) {
        side.lasts[node] = std::min(side.lasts[2 * node], side.lasts[2 * node + 1]);
    }
    return side;
}

WaitingPosition::WaitingPosition(std::span<const WaitingTensors::Tasks> tasks, std::size_t begin, std::size_t end)
    : begin_(begin) {
    std::vector<std::int64_t> firsts;
    std::vector<std::int64_t> lasts;
    for (const WaitingTensors::Tasks& each : tasks.subspan(begin, end - begin)) {
        firsts.push_back(each.first.value());
        lasts.push_back(each.last.value());
    }
    forwards_ = side_of(firsts, lasts, begin);
    const auto negate = [](std::int64_t& task) { task = -task; };
    std::for_each(firsts.begin(), firsts.end(), negate);
    std::for_each(lasts.begin(), lasts.end(), negate);
    backwards_ = side_of(lasts, firsts, begin);
}

void WaitingPosition::Side::remove(std::size_t member) {
    std::size_t node = leaves + leaf_of[member];
    lasts[node] = fits_nowhere;
    for (node /= 2; node > 0; node /= 2) {
        const std::int64_t least = std::min(lasts[2 * node], lasts[2 * node + 1]);
        if (lasts[node] == least) {
            break;
        }
        lasts[node] = least;
    }
}

void WaitingPosition::remove(std::size_t rank) {
    forwards_.remove(rank - begin_);
    backwards_.remove(rank - begin_);
}

std::optional<std::uint32_t> WaitingPosition::Side::next(std::int64_t last, std::int64_t until) const {
    const auto begin = static_cast<std::size_t>(std::upper_bound(firsts.begin(), firsts.end(), last) - firsts.begin());
    // Upwards: the nodes that make up [begin, leaves), from the left. Then downwards in the first that has one.
    std::size_t node = leaves + begin;
    if (begin == leaves) {
        return std::nullopt;
    }
    while (lasts[node] >= until) {
        while (node % 2 == 1) {
            node /= 2;
        }
        if (node == 0) {
            return std::nullopt;  // it was the last node of its level
        }
        ++node;
    }
    while (node < leaves) {
        node = lasts[2 * node] < until ? 2 * node : 2 * node + 1;
    }
    return ranks[node - leaves];
}

std::optional<std::uint32_t> WaitingPosition::after(std::int64_t last, std::int64_t until) const {
    return forwards_.next(last, until);
}

std::optional<std::uint32_t> WaitingPosition::before(std::int64_t first, std::int64_t since) const {
    return backwards_.next(-first, -since);
}

}  // namespace arenascope
