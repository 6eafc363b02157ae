#include "core/planner/shared_objects/waiting_tensors.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace arenascope {
namespace {

/// The last task below a node where nothing waits.
constexpr std::int64_t nothing_waits = std::numeric_limits<std::int64_t>::min();

}  // namespace

WaitingTensors::WaitingTensors(std::span<const Tasks> tasks)
    : leaves_(std::bit_ceil(std::max<std::size_t>(1, tasks.size()))),
      lasts_(2 * leaves_, nothing_waits),
      leaf_of_(tasks.size()),
      rank_of_(tasks.size()) {
    std::iota(rank_of_.begin(), rank_of_.end(), std::uint32_t{0});
    std::stable_sort(rank_of_.begin(), rank_of_.end(),
                     [tasks](std::uint32_t a, std::uint32_t b) { return tasks[a].first < tasks[b].first; });
    firsts_.reserve(tasks.size());
    for (std::size_t leaf = 0; leaf < tasks.size(); ++leaf) {
        const std::uint32_t rank = rank_of_[leaf];
        leaf_of_[rank] = static_cast<std::uint32_t>(leaf);
        firsts_.push_back(tasks[rank].first.value());
        lasts_[leaves_ + leaf] = tasks[rank].last.value();
    }
    for (std::size_t node = leaves_ - 1; node > 0; --node) {
        lasts_[node] = std::max(lasts_[2 * node], lasts_[2 * node + 1]);
    }
}

bool WaitingTensors::waits(std::size_t rank) const {
    return lasts_[leaves_ + leaf_of_[rank]] != nothing_waits;
}

void WaitingTensors::remove(std::size_t rank) {
    std::size_t node = leaves_ + leaf_of_[rank];
    lasts_[node] = nothing_waits;
    for (node /= 2; node > 0; node /= 2) {
        const std::int64_t last = std::max(lasts_[2 * node], lasts_[2 * node + 1]);
        if (lasts_[node] == last) {
            break;
        }
        lasts_[node] = last;
    }
}

void WaitingTensors::collect(std::size_t node, std::size_t end, std::int64_t first,
                             std::vector<std::uint32_t>& found) const {
    if (lasts_[node] < first) {
        return;
    }
    // The first leaf below the node.
    const std::size_t leaf = (node << (std::bit_width(leaves_) - std::bit_width(node))) - leaves_;
    if (leaf >= end) {
        return;
    }
    if (node >= leaves_) {
        if (lasts_[node] != nothing_waits) {
            found.push_back(rank_of_[leaf]);
        }
        return;
    }
    collect(2 * node, end, first, found);
    collect(2 * node + 1, end, first, found);
}

void WaitingTensors::find_overlapping(Step first, Step last, std::vector<std::uint32_t>& found) const {
    found.clear();
    const auto end = std::upper_bound(firsts_.begin(), firsts_.end(), last.value()) - firsts_.begin();
    collect(1, static_cast<std::size_t>(end), first.value(), found);
}

}  // namespace arenascope
