#include "core/model/network/spill/spill_problem.h"

#include <algorithm>
#include <limits>

namespace arenascope {
namespace {

/// Calls `add(time from, time to, bytes in the first memory, bytes in the second)` for what each event of an item
/// loads.
template <class Add>
void for_each_load(const SpillItem& item, const std::vector<SpillMove>& moves, Add&& add) {
    for (std::size_t e = 0; e < item.events.size(); ++e) {
        const SpillEvent& event = item.events[e];
        const SpillMove& move = moves[e];
        if (!event.arrives) {
            add(event.time, event.time + 1, move.first_load * item.size, move.second_load * item.size);
        }
        const std::size_t from = event.arrives ? event.time : event.time + 1;
        const std::size_t to = e + 1 < item.events.size() ? item.events[e + 1].time : item.end;
        if (from < to) {
            add(from, to, load_in_first(move.after) * item.size, load_in_second(move.after) * item.size);
        }
    }
}

}  // namespace

SpillMoves moves_through(const SpillItem& item, std::size_t event, SpillPlace before) {
    const SpillEvent& at = item.events[event];
    const std::int64_t uses = at.reads + at.writes;
    const bool is_last = event + 1 == item.events.size();
    SpillMoves ways;
    if (at.arrives) {
        ways.add({.in_first = true, .after = SpillPlace::first});
        ways.add({.in_first = false, .after = SpillPlace::second, .price = item.is_whole ? uses : 0});
        return ways;
    }
    const bool is_new = event == 0;
    if (is_new || before == SpillPlace::first) {
        ways.add({.in_first = true, .after = SpillPlace::first, .price = 0, .first_load = 1});
        ways.add({.in_first = true, .after = SpillPlace::second, .price = 1, .first_load = 1, .second_load = 1});
        if (is_new) {
            ways.add({.in_first = false, .after = SpillPlace::second, .price = uses, .second_load = 1});
        }
        return ways;
    }
    const std::int64_t back = before == SpillPlace::second ? 1 : 0;
    const bool changes = at.writes > 0;
    if (before == SpillPlace::second) {
        ways.add({.in_first = false, .after = SpillPlace::second, .price = uses, .second_load = 1});
        ways.add({.in_first = true, .after = SpillPlace::first, .price = 1, .first_load = 1, .second_load = 1});
    }
    if (changes && before == SpillPlace::both) {
        return ways;  // the copy would be of no use
    }
    ways.add({.in_first = true,
              .after = SpillPlace::second,
              .price = back + (changes ? 1 : 0),
              .first_load = 1,
              .second_load = changes ? 2 : 1});
    if (!changes && !is_last) {
        ways.add({.in_first = true, .after = SpillPlace::both, .price = back, .first_load = 1, .second_load = 1});
    }
    return ways;
}

SpillLoads loads_of(const SpillProblem& problem, const SpillChoice& choice) {
    const std::size_t times = problem.first_room.size();
    SpillLoads loads{std::vector<std::int64_t>(times + 1), std::vector<std::int64_t>(times + 1)};
    for (std::size_t i = 0; i < problem.items.size(); ++i) {
        for_each_load(problem.items[i], choice.moves[i],
                      [&](std::size_t from, std::size_t to, std::int64_t first, std::int64_t second) {
                          loads.first[from] += first;
                          loads.first[to] -= first;
                          loads.second[from] += second;
                          loads.second[to] -= second;
                      });
    }
    for (std::size_t t = 1; t < times; ++t) {
        loads.first[t] += loads.first[t - 1];
        loads.second[t] += loads.second[t - 1];
    }
    loads.first.resize(times);
    loads.second.resize(times);
    return loads;
}

bool has_room(const SpillProblem& problem, const SpillChoice& choice) {
    const SpillLoads loads = loads_of(problem, choice);
    for (std::size_t t = 0; t < problem.first_room.size(); ++t) {
        if (loads.first[t] > problem.first_room[t] || loads.second[t] > problem.second_room[t]) {
            return false;
        }
    }
    return true;
}

std::vector<SpillMove> moves_of_resident(const SpillItem& item, SpillPlace place) {
    std::vector<SpillMove> moves;
    for (std::size_t e = 0; e < item.events.size(); ++e) {
        const SpillMoves ways = moves_through(item, e, place);
        moves.push_back(*std::ranges::find_if(ways, [&](const SpillMove& way) {
            return way.after == place && way.in_first == (place == SpillPlace::first);
        }));
    }
    return moves;
}

std::int64_t traffic_of(const SpillProblem& problem, const SpillChoice& choice) {
    __extension__ using Wide = __int128;
    Wide sum = 0;
    for (std::size_t i = 0; i < problem.items.size(); ++i) {
        for (const SpillMove& move : choice.moves[i]) {
            sum += static_cast<Wide>(move.price) * problem.items[i].size;
        }
    }
    constexpr Wide most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::min(sum, most));
}

}  // namespace arenascope
