#include "core/model/memory/conflict.h"

#include <algorithm>
#include <limits>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// Counts the times below a step. If the times lie close together, it has a number for each step, and neither sorts nor
/// searches.
class TimeCounter {
public:
    void add(Step step) { times_.push_back(step.value()); }

    /// Call it after the last add() and before the first below().
    void settle() {
        if (times_.empty()) {
            return;
        }
        const auto [least, greatest] = std::minmax_element(times_.begin(), times_.end());
        first_ = *least;
        const std::uint64_t span = static_cast<std::uint64_t>(*greatest) - static_cast<std::uint64_t>(first_);
        if (span > steps_per_time * times_.size() || times_.size() > std::numeric_limits<std::uint32_t>::max()) {
            std::ranges::sort(times_);
            return;
        }
        below_.assign(static_cast<std::size_t>(span) + 2, 0);
        for (const std::int64_t time : times_) {
            ++below_[static_cast<std::size_t>(time - first_) + 1];
        }
        for (std::size_t i = 1; i < below_.size(); ++i) {
            below_[i] += below_[i - 1];
        }
        times_ = {};
    }

    /// The number of times before a step.
    [[nodiscard]] std::int64_t below(Step step) const {
        if (below_.empty()) {
            return std::lower_bound(times_.begin(), times_.end(), step.value()) - times_.begin();
        }
        if (step.value() <= first_) {
            return 0;
        }
        const std::uint64_t since = static_cast<std::uint64_t>(step.value()) - static_cast<std::uint64_t>(first_);
        return below_[static_cast<std::size_t>(std::min<std::uint64_t>(since, below_.size() - 1))];
    }

private:
    static constexpr std::uint64_t steps_per_time = 4;

    std::vector<std::int64_t> times_;   ///< sorted; empty if `below_` is used
    std::vector<std::uint32_t> below_;  ///< by step since the first: the times before it
    std::int64_t first_ = 0;
};

/// When buffers begin and end, by region.
class StartsAndStops {
public:
    explicit StartsAndStops(const Problem& problem) : starts_(problem.regions.size()), stops_(problem.regions.size()) {
        for (const Buffer& buffer : problem.buffers) {
            if (takes_bytes(buffer)) {
                starts_[buffer.region].add(buffer.lifetime.begin);
                stops_[buffer.region].add(buffer.lifetime.end);
            }
        }
        for (std::size_t region = 0; region < starts_.size(); ++region) {
            starts_[region].settle();
            stops_[region].settle();
        }
    }

    /// Those that begin before its end, without those that end before its first step, and itself.
    [[nodiscard]] std::int64_t conflicts_of(const Buffer& buffer) const {
        if (!takes_bytes(buffer)) {
            return 0;
        }
        return starts_[buffer.region].below(buffer.lifetime.end) -
               stops_[buffer.region].below(buffer.lifetime.begin + Duration(1)) - 1;
    }

private:
    IndexedVector<RegionIndex, TimeCounter> starts_;
    IndexedVector<RegionIndex, TimeCounter> stops_;
};

}  // namespace

bool in_conflict(const Buffer& a, const Buffer& b) {
    return a.region == b.region && overlap(a.lifetime, b.lifetime) && takes_bytes(a) && takes_bytes(b);
}

std::vector<std::int64_t> conflict_counts(const Problem& problem) {
    const StartsAndStops times(problem);
    std::vector<std::int64_t> counts;
    counts.reserve(problem.buffers.size());
    for (const Buffer& buffer : problem.buffers) {
        counts.push_back(times.conflicts_of(buffer));
    }
    return counts;
}

std::uint64_t conflict_pairs(const Problem& problem) {
    const StartsAndStops times(problem);
    std::uint64_t twice = 0;
    for (const Buffer& buffer : problem.buffers) {
        twice += static_cast<std::uint64_t>(times.conflicts_of(buffer));
    }
    return twice / 2;
}

std::vector<BufferIndex> conflicts_of(const Problem& problem, BufferIndex buffer) {
    std::vector<BufferIndex> found;
    const Buffer& subject = problem.buffers[buffer];
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (BufferIndex(i) != buffer && in_conflict(subject, problem.buffers[i])) {
            found.emplace_back(i);
        }
    }
    return found;
}

std::int64_t shared_steps(const Problem& problem, BufferIndex buffer) {
    const Lifetime own = problem.buffers[buffer].lifetime;
    std::int64_t shared = 0;
    for (const BufferIndex other : conflicts_of(problem, buffer)) {
        const Lifetime its = problem.buffers[other].lifetime;
        const std::int64_t steps = std::min(own.end, its.end).value() - std::max(own.begin, its.begin).value();
        shared = checked_add(shared, steps).value_or(shared);
    }
    return shared;
}

}  // namespace arenascope
