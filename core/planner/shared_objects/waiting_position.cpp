#include "core/planner/shared_objects/waiting_position.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace arenascope {
namespace {

/// The last task of a tensor that does not wait: it fits nowhere.
constexpr std::int64_t fits_nowhere = std::numeric_limits<std::int64_t>::max();

}  // namespace

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
    std::stable_sort(side.ranks.begin(), side.ranks.end(),
                     [&firsts](std::uint32_t a, std::uint32_t b) { return firsts[a] < firsts[b]; });
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
