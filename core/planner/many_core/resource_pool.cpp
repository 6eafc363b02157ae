#include "core/planner/many_core/resource_pool.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/many_core/choosing_method.h"
#include "core/planner/random.h"
#include "core/trace/trace_sink.h"

namespace arenascope {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

/// Adds a free area to the free one that ends where it begins. The bytes handed over last stay known.
void merge(ResourcePool::Area& lower, const ResourcePool::Area& upper) {
    const bool is_one_hand_over = lower.until == upper.until && lower.handed_to == upper.handed_from;
    if (is_one_hand_over) {
        lower.handed_to = upper.handed_to;
    } else if (upper.until > lower.until) {
        lower.until = upper.until;
        lower.handed_from = upper.handed_from;
        lower.handed_to = upper.handed_to;
    }
    lower.to = upper.to;
}

/// After this many placements in a row that are not the best, the best one's reservations come back.
constexpr std::size_t most_failures = 12;

class Pool final : public ChoosingMethod {
public:
    explicit Pool(const CoreTask& task)
        : problem_(*task.problem),
          order_(task.order->order),
          criterion_(task.criterion),
          level_(task.threshold.value()),
          memory_(problem_, task.order->core),
          random_(task.seed),
          offsets_(order_.size(), unplaced_offset),
          reserved_(order_.size(), unplaced_offset),
          strain_(order_.size(), 0.0) {
        core_ = task.order->core;
    }

    void begin(double /*progress*/) override {
        ++placement_;
        pool_.clear();
        memory_.clear();
        put_pins(memory_, problem_, core_);
        std::fill(offsets_.begin(), offsets_.end(), unplaced_offset);
        std::fill(reserved_.begin(), reserved_.end(), unplaced_offset);
        for (const std::uint32_t position : priority_) {
            reserved_[position] = memory_.place(order_[position], PlacingRule::lowest_fit).value();
        }
        serves_lowest_ = placement_ > 2 && random_.below(2) == 0;
    }

    std::optional<Offset> offer(std::size_t position) override {
        if (priority_.empty()) {
            return std::nullopt;
        }
        if (reserved_[position] != unplaced_offset) {
            return Offset(reserved_[position]);
        }
        const Offset lowest = memory_.place(order_[position], PlacingRule::lowest_fit);
        memory_.remove(order_[position]);
        return lowest;
    }

    std::size_t choose(const AllocationStep& step) override {
        const Buffer& buffer = problem_.buffers[order_[step.position]];
        pool_.release(buffer.lifetime.begin.value());
        const std::size_t chosen = placement_ == 1 ? 0 : served(step);
        const Candidate& target = step.candidates[chosen];
        const std::int64_t offset = target.offset.value();
        pool_.take(offset, offset + step.size.value(), buffer.lifetime.end.value());
        if (reserved_[step.position] != unplaced_offset) {
            memory_.remove(order_[step.position]);
            reserved_[step.position] = unplaced_offset;
        }
        memory_.put(order_[step.position], target.offset);
        offsets_[step.position] = offset;
        strain_[step.position] = static_cast<double>(target.below) *
                                 static_cast<double>((buffer.lifetime.end - buffer.lifetime.begin).value());
        return chosen;
    }

    void end(const CorePlacement& placement) override {
        if (placement_ == 1) {
            best_ = placement.score;
            return;
        }
        if (placement_ == 2 || placement.score < best_) {
            failures_ = placement.score < best_ ? 0 : failures_;
            best_ = std::min(best_, placement.score);
            best_priority_ = priority_;
        } else if (++failures_ % most_failures == 0) {
            priority_ = best_priority_;
            reserve_first(static_cast<std::uint32_t>(random_.below(order_.size())));
        }
        reserve_first(blamed(placement));
    }

    [[nodiscard]] bool varies() const override { return true; }

private:
    /// The candidate that the pool serves.
    [[nodiscard]] std::size_t served(const AllocationStep& step) const {
        const std::int64_t own = reserved_[step.position];
        std::size_t best = 0;
        Preference least;
        for (std::size_t i = 0; i < step.candidates.size(); ++i) {
            const Candidate& candidate = step.candidates[i];
            const Preference preference =
                own == candidate.offset.value() ? Preference{} : preference_of(step, candidate);
            if (i == 0 || preference < least) {
                least = preference;
                best = i;
            }
        }
        return best;
    }

    /// Reserved bytes, bytes beyond the level, the age of the hand-over, what is left of the free area, offset.
    using Preference = std::tuple<bool, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

    [[nodiscard]] Preference preference_of(const AllocationStep& step, const Candidate& candidate) const {
        const std::int64_t offset = candidate.offset.value();
        const bool is_taken = is_reserved(step.position, offset, offset + step.size.value());
        if (serves_lowest_) {
            return {is_taken, 0, 0, 0, offset + 1};
        }
        const ResourcePool::Area area = pool_.area_at(offset);
        const bool is_handed = area.is_free && area.handed_from < offset + step.size.value() && offset < area.handed_to;
        const std::int64_t begin = problem_.buffers[order_[step.position]].lifetime.begin.value();
        return {is_taken, std::max(candidate.height.value(), level_) - level_ + 1,
                is_handed ? begin - area.until : std::int64_t{1} << 61,
                std::max(area.to, offset + step.size.value()) - area.from, offset};
    }

    [[nodiscard]] bool is_reserved(std::size_t position, std::int64_t from, std::int64_t to) const {
        const Lifetime& own = problem_.buffers[order_[position]].lifetime;
        return std::any_of(priority_.begin(), priority_.end(), [&](std::uint32_t other) {
            const Buffer& buffer = problem_.buffers[order_[other]];
            return reserved_[other] != unplaced_offset && reserved_[other] < to &&
                   from < reserved_[other] + buffer.size.value() && overlap(buffer.lifetime, own);
        });
    }

    void reserve_first(std::uint32_t position) {
        const auto found = std::find(priority_.begin(), priority_.end(), position);
        if (found != priority_.end()) {
            priority_.erase(found);
        }
        priority_.insert(priority_.begin(), position);
    }

    /// The allocation that is to be reserved an area first.
    [[nodiscard]] std::uint32_t blamed(const CorePlacement& placement) {
        if (!placement.misfits.empty()) {
            const auto found = std::find(order_.begin(), order_.end(), placement.misfits.front().buffer);
            return static_cast<std::uint32_t>(found - order_.begin());
        }
        const auto tail = [&](std::size_t i) { return offsets_[i] + problem_.buffers[order_[i]].size.value(); };
        std::size_t highest = 0;
        for (std::size_t i = 1; i < order_.size(); ++i) {
            const bool is_higher =
                criterion_ == PlacementCriterion::peak ? tail(i) > tail(highest) : strain_[i] > strain_[highest];
            highest = is_higher ? i : highest;
        }
        // One that is first already has the lowest place; then the one below it is to move.
        for (std::size_t depth = 0; depth < 8; ++depth) {
            const bool is_first = !priority_.empty() && priority_.front() == highest;
            if (!is_first && random_.below(3) > 0) {
                break;
            }
            std::size_t below = order_.size();
            for (std::size_t i = 0; i < order_.size(); ++i) {
                if (offsets_[i] != unplaced_offset && tail(i) <= offsets_[highest] &&
                    overlap(problem_.buffers[order_[i]].lifetime, problem_.buffers[order_[highest]].lifetime) &&
                    (below == order_.size() || tail(i) > tail(below))) {
                    below = i;
                }
            }
            if (below == order_.size()) {
                break;
            }
            highest = below;
        }
        return static_cast<std::uint32_t>(highest);
    }

    const Problem& problem_;
    const std::vector<BufferIndex>& order_;
    RegionIndex core_;
    PlacementCriterion criterion_;
    std::int64_t level_;
    RectangleContainer memory_;  ///< what is placed and what is reserved
    ResourcePool pool_;
    Random random_;
    std::size_t placement_ = 0;  ///< counted from 1
    std::size_t failures_ = 0;
    bool serves_lowest_ = false;
    CoreScore best_;
    std::vector<std::uint32_t> priority_;  ///< positions with a reservation, the first ones first
    std::vector<std::uint32_t> best_priority_;
    std::vector<std::int64_t> offsets_;   ///< by position
    std::vector<std::int64_t> reserved_;  ///< by position: the reserved offset until the allocation is placed
    std::vector<double> strain_;          ///< by position: free bytes directly below, times steps
};

}  // namespace

void ResourcePool::release(std::int64_t step) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < areas_.size(); ++i) {
        Area area = areas_[i];
        if (!area.is_free && area.until <= step) {
            area = {area.from, area.to, true, area.until, area.from, area.to};
        }
        if (kept > 0 && area.is_free && areas_[kept - 1].is_free) {
            merge(areas_[kept - 1], area);
        } else {
            areas_[kept++] = area;
        }
    }
    areas_.resize(kept);
}

void ResourcePool::take(std::int64_t from, std::int64_t to, std::int64_t until) {
    if (to > size()) {
        const std::int64_t end = size();
        areas_.push_back({end, to, true, never, end, end});
    }
    split(from);
    split(to);
    for (Area& area : areas_) {
        if (area.from >= from && area.to <= to) {
            area.until = area.is_free ? until : std::max(area.until, until);
            area.is_free = false;
        }
    }
}

ResourcePool::Area ResourcePool::area_at(std::int64_t offset) const {
    const auto after = std::upper_bound(areas_.begin(), areas_.end(), offset,
                                        [](std::int64_t at, const Area& area) { return at < area.to; });
    return after == areas_.end() ? Area{size(), size(), true, never, size(), size()} : *after;
}

void ResourcePool::split(std::int64_t offset) {
    const auto found = std::upper_bound(areas_.begin(), areas_.end(), offset,
                                        [](std::int64_t at, const Area& area) { return at < area.to; });
    if (found == areas_.end() || found->from == offset) {
        return;
    }
    Area upper = *found;
    upper.from = offset;
    found->to = offset;
    // Each part keeps what it has of the bytes handed over.
    upper.handed_from = std::max(upper.handed_from, offset);
    upper.handed_to = std::max(upper.handed_to, offset);
    found->handed_from = std::min(found->handed_from, offset);
    found->handed_to = std::min(found->handed_to, offset);
    areas_.insert(found + 1, upper);
}

std::unique_ptr<ChoosingMethod> pool_choice(const CoreTask& task) {
    return std::make_unique<Pool>(task);
}

}  // namespace arenascope
