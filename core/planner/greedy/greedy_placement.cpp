#include "core/planner/greedy/greedy_placement.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/base/containers/digit_sort.h"
#include "core/base/containers/indexed_vector.h"
#include "core/base/containers/wide.h"
#include "core/model/memory/conflict.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// Sorted by rising key; ties keep the input order.
template <class KeyOf>
PlacingOrder by_rising(const Problem& problem, const PlacingOrder& members, KeyOf&& key_of) {
    using Key = decltype(key_of(problem.buffers.front(), BufferIndex()));
    std::vector<std::pair<Key, std::uint32_t>> keys;
    keys.reserve(members.size());
    for (std::uint32_t i = 0; i < members.size(); ++i) {
        keys.emplace_back(key_of(problem.buffers[members[i]], members[i]), i);
    }
    if constexpr (std::is_same_v<Key, std::int64_t>) {
        std::vector<std::pair<Key, std::uint32_t>> room;
        sort_by_digits(keys, room, [](const auto& key) { return key.first; });
    } else {
        std::sort(keys.begin(), keys.end());
    }
    PlacingOrder order;
    order.reserve(members.size());
    for (const auto& [key, i] : keys) {
        order.push_back(members[i]);
    }
    return order;
}

std::int64_t falling_size(const Buffer& buffer) {
    return -buffer.size.value();
}

std::int64_t falling_length(const Buffer& buffer) {
    return -length(buffer.lifetime).value();
}

/// Finds the interval with the largest live size within a lifetime, the first of equals. O(log n) per query.
class WidestStair {
public:
    explicit WidestStair(const LiveProfile& profile)
        : profile_(&profile), leaves_(std::bit_ceil(profile.steps.size() + 1)), widest_(2 * leaves_, no_stair) {
        for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
            widest_[leaves_ + i] = i;
        }
        for (std::size_t node = leaves_; node-- > 1;) {
            widest_[node] = wider(widest_[2 * node], widest_[2 * node + 1]);
        }
    }

    /// The widest interval that [begin, end) touches. Empty: none, because nothing with a size is alive there or
    /// before.
    [[nodiscard]] std::optional<std::uint32_t> over(Lifetime steps) const {
        const auto& all = profile_->steps;
        const auto after =
            static_cast<std::size_t>(std::upper_bound(all.begin(), all.end(), steps.begin) - all.begin());
        std::size_t from = leaves_ + std::max<std::size_t>(after, 1) - 1;
        std::size_t to =
            leaves_ + static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), steps.end) - all.begin());
        std::uint32_t found = no_stair;
        for (; from < to; from /= 2, to /= 2) {
            if (from % 2 == 1) {
                found = wider(found, widest_[from++]);
            }
            if (to % 2 == 1) {
                found = wider(found, widest_[--to]);
            }
        }
        return found == no_stair ? std::nullopt : std::optional(found);
    }

private:
    static constexpr std::uint32_t no_stair = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] std::uint32_t wider(std::uint32_t a, std::uint32_t b) const {
        if (a == no_stair || b == no_stair) {
            return std::min(a, b);
        }
        return std::pair(profile_->live[b], a) < std::pair(profile_->live[a], b) ? a : b;
    }

    const LiveProfile* profile_;
    std::size_t leaves_;
    std::vector<std::uint32_t> widest_;
};

}  // namespace

PlacingOrder in_input_order(const Problem& /*problem*/, RegionIndex /*region*/, const PlacingOrder& members) {
    return members;
}

PlacingOrder by_size(const Problem& problem, RegionIndex /*region*/, const PlacingOrder& members) {
    return by_rising(problem, members, [](const Buffer& buffer, BufferIndex) { return falling_size(buffer); });
}

PlacingOrder by_size_then_length(const Problem& problem, RegionIndex /*region*/, const PlacingOrder& members) {
    return by_rising(problem, members, [](const Buffer& buffer, BufferIndex) {
        return std::pair(falling_size(buffer), falling_length(buffer));
    });
}

PlacingOrder by_length_then_size(const Problem& problem, RegionIndex /*region*/, const PlacingOrder& members) {
    return by_rising(problem, members, [](const Buffer& buffer, BufferIndex) {
        return std::pair(falling_length(buffer), falling_size(buffer));
    });
}

PlacingOrder throughout_then_by_size(const Problem& problem, RegionIndex region, const PlacingOrder& members) {
    Lifetime whole{Step(std::numeric_limits<std::int64_t>::max()), Step(std::numeric_limits<std::int64_t>::min())};
    for (const Buffer& buffer : problem.buffers) {
        if (buffer.region == region) {
            whole = {std::min(whole.begin, buffer.lifetime.begin), std::max(whole.end, buffer.lifetime.end)};
        }
    }
    return by_rising(problem, members, [whole](const Buffer& buffer, BufferIndex) {
        return buffer.lifetime == whole ? std::tuple(0, std::int64_t{0}, Step())
                                        : std::tuple(1, falling_size(buffer), buffer.lifetime.begin);
    });
}

PlacingOrder by_conflicts(const Problem& problem, RegionIndex /*region*/, const PlacingOrder& members) {
    const IndexedVector<BufferIndex, std::int64_t> counts = conflict_counts(problem);
    return by_rising(problem, members, [&](const Buffer& buffer, BufferIndex index) {
        return std::pair(-counts[index], falling_size(buffer));
    });
}

PlacingOrder by_area(const Problem& problem, RegionIndex /*region*/, const PlacingOrder& members) {
    return by_rising(problem, members, [](const Buffer& buffer, BufferIndex) {
        return static_cast<Int128>(falling_size(buffer)) * length(buffer.lifetime).value();
    });
}

PlacingOrder by_breadth(const Problem& problem, RegionIndex region, const PlacingOrder& members) {
    const LiveProfile profile = live_profile(problem, region);
    const WidestStair widest(profile);
    return by_rising(problem, members, [&](const Buffer& buffer, BufferIndex) {
        const auto stair = widest.over(buffer.lifetime);
        return std::tuple(stair ? -profile.live[*stair].value() : 0,
                          stair ? std::max(profile.steps[*stair], buffer.lifetime.begin) : buffer.lifetime.begin,
                          falling_size(buffer));
    });
}

PlacingOrder by_birth(const Problem& problem, RegionIndex /*region*/, const PlacingOrder& members) {
    return by_rising(problem, members, [](const Buffer& buffer, BufferIndex) { return buffer.lifetime.begin.value(); });
}

PlacingOrder around_the_peak(const Problem& problem, RegionIndex region, const PlacingOrder& members) {
    const Step peak_step = live_profile(problem, region).peak_step;
    return by_rising(problem, members, [peak_step](const Buffer& buffer, BufferIndex) {
        return contains(buffer.lifetime, peak_step) ? std::pair(0, falling_length(buffer))
                                                    : std::pair(1, falling_size(buffer));
    });
}

PlacingOrder large_then_by_length(const Problem& problem, RegionIndex region, const PlacingOrder& members) {
    constexpr std::int64_t part = 1000;
    const std::int64_t small = live_profile(problem, region).threshold.value() / part;
    return by_rising(problem, members, [small](const Buffer& buffer, BufferIndex) {
        return std::pair(buffer.size.value() < small ? 1 : 0, falling_length(buffer));
    });
}

PlacingOrder members_of(const Problem& problem, RegionIndex region) {
    PlacingOrder members;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region && !fixed_offset(problem.buffers[i])) {
            members.push_back(BufferIndex(i));
        }
    }
    return members;
}

std::optional<Offset> place_greedily(RectangleContainer& container, const Problem& problem, RegionIndex region,
                                     const PlacingOrder& order, std::optional<PlacingRule> rule,
                                     const BeforePlacing& before) {
    Offset peak = put_pins(container, problem, region);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (before(i, peak)) {
            return std::nullopt;
        }
        if (rule && i % RectangleContainer::fetched_together == 0) {
            container.fetch(
                std::span(order).subspan(i, std::min(RectangleContainer::fetched_together, order.size() - i)));
        }
        const Buffer& buffer = problem.buffers[order[i]];
        Offset offset;
        if (rule) {
            offset = container.place(order[i], *rule);
        } else {
            offset = aligned_up(peak, alignment_of(problem, buffer));
            container.put(order[i], offset);
        }
        peak = std::max(peak, tail_of(buffer, offset));
    }
    return peak;
}

void take_over(Layout& layout, std::span<const std::int64_t> offsets, RegionIndex region) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (offsets[i] != unplaced_offset) {
            layout.placements[i] = Placement{Offset(offsets[i]), region};
        }
    }
}

}  // namespace arenascope
