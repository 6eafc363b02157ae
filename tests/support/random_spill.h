#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <rapidcheck.h>
#include <set>
#include <vector>

#include "core/model/network/spill/spill_problem.h"

namespace arenascope::test {

/// A spill problem of a few buffers with a few uses, whose first memory is too small now and then.
inline SpillProblem random_spill(std::size_t most_items, std::size_t times) {
    using rc::gen::inRange;
    SpillProblem problem;
    std::int64_t total = 0;
    for (std::size_t i = 0, count = *inRange<std::size_t>(1, most_items + 1); i < count; ++i) {
        SpillItem item{.size = *inRange<std::int64_t>(1, 9)};
        total += item.size;
        const auto begin = *inRange<std::size_t>(0, times);
        item.end = *inRange<std::size_t>(begin + 1, times + 1);
        item.is_whole = *inRange(0, 5) == 0;
        const bool is_made = !item.is_whole && *inRange(0, 3) > 0;
        if (item.is_whole) {
            item.events.push_back({begin, *inRange<std::int64_t>(0, 3), *inRange<std::int64_t>(1, 3), true});
        } else {
            item.events.push_back(is_made ? SpillEvent{begin, 0, 1} : SpillEvent{begin, 0, 0, true});
            for (std::size_t t = is_made ? begin + 1 : begin; t < item.end && item.events.size() < 4; ++t) {
                if (*inRange(0, 2) == 0) {
                    const bool writes = *inRange(0, 5) == 0;
                    item.events.push_back({t, *inRange<std::int64_t>(writes ? 0 : 1, 3), writes ? 1 : 0});
                }
            }
        }
        problem.items.push_back(std::move(item));
    }
    const std::int64_t first = *inRange<std::int64_t>(total / 4, total + 1);
    const std::int64_t second = *inRange<std::int64_t>(3 * total / 4, 2 * total + 1);
    for (std::size_t t = 0; t < times; ++t) {
        problem.first_room.push_back(std::max<std::int64_t>(0, first - *inRange<std::int64_t>(0, 3)));
        problem.second_room.push_back(second);
    }
    return problem;
}

/// A way of one buffer: its price in bytes and its bytes in both memories at each time.
struct SpillWay {
    std::int64_t price = 0;
    std::vector<std::int64_t> first;
    std::vector<std::int64_t> second;
    friend auto operator<=>(const SpillWay&, const SpillWay&) = default;
};

/// Every way of a buffer, from first principles: at each use it lies in either memory, between two uses in one or both,
/// and whatever is missing is copied. A superset of moves_through(), with all that it leaves out as useless.
class SpillWays {
public:
    SpillWays(const SpillItem& item, std::size_t times) : item_(item), times_(times) {
        SpillWay way{0, std::vector<std::int64_t>(times), std::vector<std::int64_t>(times)};
        const SpillEvent& begin = item.events.front();
        if (begin.arrives) {
            for (unsigned place = 1; place <= 2; ++place) {
                SpillWay next = way;
                next.price += item.is_whole && place == 2 ? (begin.reads + begin.writes) * item.size : 0;
                hold(next, begin.time, end_of(0), place);
                extend(next, 1, place);
            }
        } else {
            extend(way, 0, 0);
        }
    }

    [[nodiscard]] const std::set<SpillWay>& all() const { return all_; }

private:
    [[nodiscard]] std::size_t end_of(std::size_t event) const {
        return event + 1 < item_.events.size() ? item_.events[event + 1].time : item_.end;
    }

    void hold(SpillWay& way, std::size_t from, std::size_t to, unsigned place) const {
        for (std::size_t t = from; t < to; ++t) {
            way.first[t] += (place & 1U) != 0 ? item_.size : 0;
            way.second[t] += (place & 2U) != 0 ? item_.size : 0;
        }
    }

    /// `before`: 1 for the first memory, 2 for the second, 3 for both, 0 for none yet.
    void extend(const SpillWay& way, std::size_t event, unsigned before) {
        if (event == item_.events.size()) {
            all_.insert(way);
            return;
        }
        const SpillEvent& use = item_.events[event];
        for (unsigned used = 1; used <= 2; ++used) {
            for (unsigned after = 1; after <= 3; ++after) {
                const bool comes_in = before != 0 && (before & used) == 0;
                const bool writes = use.writes > 0 || before == 0;
                const unsigned valid = writes ? used : before | used;
                SpillWay next = way;
                std::int64_t copies = comes_in ? 1 : 0;
                copies += (after & ~valid & 1U) != 0 ? 1 : 0;
                copies += (after & ~valid & 2U) != 0 ? 1 : 0;
                next.price += (copies + (used == 2 ? use.reads + use.writes : 0)) * item_.size;
                // What is used, what is copied from, and what stays is there at the time of the use.
                const unsigned there = used | (comes_in ? before : 0U) | after;
                hold(next, use.time, use.time + 1, there);
                const bool is_old_beside_new = writes && used == 1 && comes_in && (after & 2U) != 0;
                next.second[use.time] += is_old_beside_new ? item_.size : 0;
                hold(next, use.time + 1, end_of(event), after);
                extend(next, event + 1, after);
            }
        }
    }

    const SpillItem& item_;
    std::size_t times_;
    std::set<SpillWay> all_;
};

/// The least traffic of all choices; empty: none keeps to the room.
inline std::optional<std::int64_t> least_traffic_of_all(const SpillProblem& problem) {
    const std::size_t times = problem.first_room.size();
    std::set<SpillWay> sums = {{0, std::vector<std::int64_t>(times), std::vector<std::int64_t>(times)}};
    for (const SpillItem& item : problem.items) {
        const SpillWays ways(item, times);
        std::set<SpillWay> next;
        for (const SpillWay& sum : sums) {
            for (const SpillWay& way : ways.all()) {
                SpillWay both = sum;
                both.price += way.price;
                bool fits = true;
                for (std::size_t t = 0; t < times; ++t) {
                    both.first[t] += way.first[t];
                    both.second[t] += way.second[t];
                    fits = fits && both.first[t] <= problem.first_room[t] && both.second[t] <= problem.second_room[t];
                }
                if (fits) {
                    next.insert(std::move(both));
                }
            }
        }
        sums = std::move(next);
    }
    return sums.empty() ? std::nullopt : std::optional(sums.begin()->price);
}

}  // namespace arenascope::test
