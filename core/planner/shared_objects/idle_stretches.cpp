#include "core/planner/shared_objects/idle_stretches.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>

namespace arenascope {
namespace {

/// How far an idle stretch reaches that no tensor ends, and one that is not there.
constexpr std::int64_t without_end = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t no_stretch = std::numeric_limits<std::int64_t>::min();

template <class TimeOf>
std::vector<std::int64_t> times_of(std::span<const WaitingTensors::Tasks> tasks, TimeOf&& time_of) {
    std::vector<std::int64_t> times;
    times.reserve(tasks.size());
    for (const auto& each : tasks) {
        times.push_back(time_of(each));
    }
    return times;
}

std::vector<std::int64_t> firsts_of(std::span<const WaitingTensors::Tasks> tasks) {
    return times_of(tasks, [](const auto& each) { return each.first.value(); });
}

std::vector<std::int64_t> lasts_of(std::span<const WaitingTensors::Tasks> tasks) {
    return times_of(tasks, [](const auto& each) { return each.last.value(); });
}

/// With time mirrored, a tensor ends where it begins.
std::vector<std::int64_t> mirrored(std::vector<std::int64_t> times) {
    std::transform(times.begin(), times.end(), times.begin(), std::negate<>());
    return times;
}

}  // namespace

IdleStretches::Side IdleStretches::side_of(std::span<const std::int64_t> at, std::span<const std::int64_t> begins) {
    Side side;
    side.leaves = std::bit_ceil(std::max<std::size_t>(1, at.size()));
    side.bounds.assign(2 * side.leaves, no_stretch);
    side.rank_of.resize(at.size());
    std::iota(side.rank_of.begin(), side.rank_of.end(), std::uint32_t{0});
    std::ranges::stable_sort(side.rank_of, {}, [&at](std::uint32_t one) { return at[one]; });
    side.leaf_of.resize(at.size());
    side.at.reserve(at.size());
    for (std::size_t leaf = 0; leaf < at.size(); ++leaf) {
        side.leaf_of[side.rank_of[leaf]] = static_cast<std::uint32_t>(leaf);
        side.at.push_back(at[side.rank_of[leaf]]);
    }
    side.ends_of.reserve(begins.size());
    for (const std::int64_t begin : begins) {
        side.ends_of.push_back(
            static_cast<std::uint32_t>(std::lower_bound(side.at.begin(), side.at.end(), begin) - side.at.begin()));
    }
    return side;
}

void IdleStretches::Side::set(std::size_t rank, std::int64_t bound) {
    std::size_t node = leaves + leaf_of[rank];
    bounds[node] = bound;
    for (node /= 2; node > 0; node /= 2) {
        const std::int64_t farthest = std::max(bounds[2 * node], bounds[2 * node + 1]);
        if (farthest == bounds[node]) {
            break;
        }
        bounds[node] = farthest;
    }
}

std::size_t IdleStretches::Side::last_beyond(std::size_t end, std::int64_t bound) const {
    // Upwards: the nodes that make up [0, end), from the right. Then downwards in the first that reaches so far.
    std::size_t found = end == leaves && bounds[1] > bound ? 1 : 0;
    for (std::size_t node = leaves + end; node > 1 && found == 0; node /= 2) {
        found = node % 2 == 1 && bounds[node - 1] > bound ? node - 1 : 0;
    }
    if (found == 0) {
        return end;
    }
    while (found < leaves) {
        found = bounds[2 * found + 1] > bound ? 2 * found + 1 : 2 * found;
    }
    return found - leaves;
}

IdleStretches::IdleStretches(std::span<const WaitingTensors::Tasks> tasks)
    : tasks_(tasks.begin(), tasks.end()),
      after_ends_(side_of(lasts_of(tasks), firsts_of(tasks))),
      before_begins_(side_of(mirrored(firsts_of(tasks)), mirrored(lasts_of(tasks)))),
      object_of_(tasks.size(), ObjectIndex::none()),
      added_as_(tasks.size()) {}

/// The position of the first tensor in an object that begins after a task.
std::size_t IdleStretches::place_in(ObjectIndex object, Step first) const {
    const std::vector<std::uint32_t>& ranks = ranks_[object];
    return static_cast<std::size_t>(
        std::partition_point(ranks.begin(), ranks.end(),
                             [this, first](std::uint32_t rank) { return tasks_[rank].first <= first; }) -
        ranks.begin());
}

bool IdleStretches::is_free(ObjectIndex object, const WaitingTensors::Tasks& tensor) const {
    const std::size_t place = place_in(object, tensor.last);
    return place == 0 || tasks_[ranks_[object][place - 1]].last < tensor.first;
}

void IdleStretches::add(ObjectIndex object, std::size_t rank) {
    if (object.value() == ranks_.size()) {
        ranks_.emplace_back();
    }
    std::vector<std::uint32_t>& ranks = ranks_[object];
    const std::size_t place = place_in(object, tasks_[rank].first);
    const bool has_next = place < ranks.size();
    after_ends_.set(rank, has_next ? tasks_[ranks[place]].first.value() : without_end);
    before_begins_.set(rank, place > 0 ? -tasks_[ranks[place - 1]].last.value() : without_end);
    if (has_next) {
        before_begins_.set(ranks[place], -tasks_[rank].last.value());
    }
    if (place > 0) {
        after_ends_.set(ranks[place - 1], tasks_[rank].first.value());
    }
    object_of_[rank] = object;
    added_as_[rank] = added_++;
    ranks.insert(ranks.begin() + static_cast<std::ptrdiff_t>(place), static_cast<std::uint32_t>(rank));
}

/// Looks at the idle stretches that begin before `from` and end after `to`, the latest first. `end`: the first leaf
/// that is not before `from`.
void IdleStretches::look(const Side& side, std::size_t end, std::int64_t from, std::int64_t to, Tie tie,
                         Candidate& best) const {
    for (std::size_t leaf = end, before = side.last_beyond(leaf, to); before != leaf;
         leaf = before, before = side.last_beyond(leaf, to)) {
        const Duration distance(from - side.at[before]);
        if (distance > best.nearest.distance) {
            return;
        }
        const std::uint32_t rank = side.rank_of[before];
        const std::uint32_t order = tie == Tie::earliest ? added_as_[rank] : object_of_[rank].value();
        if (distance < best.nearest.distance || order < best.order) {
            best = {{distance, object_of_[rank]}, order};
        }
    }
}

IdleStretches::Nearest IdleStretches::nearest(std::size_t rank, Tie tie) const {
    const WaitingTensors::Tasks& tensor = tasks_[rank];
    Candidate best;
    look(after_ends_, after_ends_.ends_of[rank], tensor.first.value(), tensor.last.value(), tie, best);
    look(before_begins_, before_begins_.ends_of[rank], -tensor.last.value(), -tensor.first.value(), tie, best);
    return best.nearest;
}

IdleStretches::Stretch IdleStretches::stretch_around(ObjectIndex object, const WaitingTensors::Tasks& tensor) const {
    const std::vector<std::uint32_t>& ranks = ranks_[object];
    const std::size_t place = place_in(object, tensor.first);
    return {place > 0 ? tasks_[ranks[place - 1]].last.value() : no_stretch,
            place < ranks.size() ? tasks_[ranks[place]].first.value() : without_end};
}

std::int64_t IdleStretches::until_after(std::size_t rank) const {
    return after_ends_.bounds[after_ends_.leaves + after_ends_.leaf_of[rank]];
}

std::int64_t IdleStretches::since_before(std::size_t rank) const {
    return -before_begins_.bounds[before_begins_.leaves + before_begins_.leaf_of[rank]];
}

}  // namespace arenascope
