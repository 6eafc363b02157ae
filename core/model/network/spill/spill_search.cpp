#include "core/model/network/spill/spill_search.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/model/network/spill/spill_filling.h"
#include "core/model/network/spill/spill_prices.h"

namespace arenascope {
namespace {

constexpr std::size_t first_states = 256;
constexpr std::size_t more_states = 8;  ///< times as many in each pass
constexpr int most_rounds = 400;
constexpr std::uint64_t work_of_prices = 4'000'000;

/// An event of the whole problem, in the order in which the search decides.
struct SpillTurn {
    std::size_t time = 0;
    std::size_t item = 0;
    std::size_t event = 0;
};

/// The states after a turn. Place `slots` of each: the places of buffers that are alive, by slot.
struct SpillLayer {
    std::vector<std::uint8_t> places;
    std::vector<std::int64_t> first;       ///< bytes in the first memory between events
    std::vector<std::int64_t> second;      ///< bytes in the second
    std::vector<std::int64_t> first_now;   ///< bytes at the time of the last event
    std::vector<std::int64_t> second_now;  ///< likewise
    std::vector<std::int64_t> traffic;     ///< in sizes times bytes, so far
    std::vector<SpillCost> rest;           ///< the bound for what is to come
    std::vector<std::uint32_t> parent;     ///< state of the layer before
    std::vector<std::uint8_t> way;         ///< the position of the move

    [[nodiscard]] std::size_t size() const { return traffic.size(); }
    [[nodiscard]] SpillCost bound(std::size_t state) const {
        return static_cast<SpillCost>(traffic[state]) * spill_unit + rest[state];
    }
};

/// How a kept state came to be.
struct StateOrigin {
    std::uint32_t parent;
    std::uint8_t way;
};

class SpillSearcher {
public:
    SpillSearcher(const SpillProblem& problem, const SpillLimits& limits)
        : problem_(problem), limits_(limits), times_(problem.first_room.size()) {}

    SpillSearch run() {
        for (const SpillItem& item : problem_.items) {
            unit_ = std::gcd(unit_, item.size);
        }
        for (const SpillFilling order : {SpillFilling::by_traffic, SpillFilling::by_size}) {
            if (auto choice = filled(problem_, order); choice && (!best_ || choice->traffic < best_->traffic)) {
                best_ = std::move(choice);
            }
        }
        prepare();
        const SpillPrices prices(problem_, best_ ? best_->traffic : traffic_of_second(), rounds());
        prices_ = &prices;
        bound_ = in_units(prices.bound_in_bytes());
        bound_ = best_ ? std::min(bound_, best_->traffic) : bound_;
        bool is_complete = best_ && best_->traffic <= bound_;
        for (std::size_t states = std::min(first_states, limits_.most_states); !is_complete && work_ < limits_.work;) {
            is_complete = pass(states);
            if (states >= limits_.most_states) {
                break;
            }
            states = std::min(states * more_states, limits_.most_states);
        }
        SpillSearch found;
        found.is_complete = is_complete || (best_ && best_->traffic <= bound_);
        found.lower_bound = best_ && found.is_complete ? best_->traffic : found.is_complete ? 0 : bound_;
        found.best = std::move(best_);
        found.work = work_;
        return found;
    }

private:
    [[nodiscard]] int rounds() const {
        std::uint64_t each = times_ + 1;
        for (const SpillItem& item : problem_.items) {
            each += item.events.size() * spill_places;
        }
        return static_cast<int>(std::clamp<std::uint64_t>(work_of_prices / each, 5, most_rounds));
    }

    /// The traffic if every buffer lay in the second memory: something to aim at where no choice is known.
    [[nodiscard]] std::int64_t traffic_of_second() const {
        SpillChoice all;
        for (const SpillItem& item : problem_.items) {
            all.moves.push_back(moves_of_resident(item, SpillPlace::second));
        }
        return traffic_of(problem_, all);
    }

    /// Traffic is a sum of sizes, so bounds round up to a multiple of their common divisor.
    [[nodiscard]] std::int64_t in_units(std::int64_t bytes) const {
        const std::int64_t unit = std::max<std::int64_t>(unit_, 1);
        const std::int64_t rest = bytes % unit;
        return rest == 0 || bytes > std::numeric_limits<std::int64_t>::max() - unit ? bytes : bytes - rest + unit;
    }

    void prepare() {
        for (std::size_t i = 0; i < problem_.items.size(); ++i) {
            for (std::size_t e = 0; e < problem_.items[i].events.size(); ++e) {
                turns_.push_back({problem_.items[i].events[e].time, i, e});
            }
        }
        std::ranges::sort(turns_, {}, [&](const SpillTurn& turn) {
            return std::tuple(turn.time, !problem_.items[turn.item].events[turn.event].arrives, turn.item, turn.event);
        });
        ends_.resize(times_ + 1);
        for (std::size_t i = 0; i < problem_.items.size(); ++i) {
            ends_[problem_.items[i].end].push_back(i);
        }
        // Slots: buffers that are never alive together share one.
        slots_.resize(problem_.items.size());
        std::vector<std::size_t> free;
        std::size_t time = 0;
        for (const SpillTurn& turn : turns_) {
            for (; time <= turn.time; ++time) {
                for (const std::size_t ended : ends_[time]) {
                    free.push_back(slots_[ended]);
                }
            }
            if (turn.event == 0) {
                if (free.empty()) {
                    free.push_back(slot_count_++);
                }
                slots_[turn.item] = free.back();
                free.pop_back();
            }
        }
    }

    /// The traffic that a state must promise to be worth keeping.
    [[nodiscard]] bool is_too_dear(SpillCost bound) const {
        return best_ && bound > static_cast<SpillCost>(best_->traffic - std::max<std::int64_t>(unit_, 1)) * spill_unit;
    }

    /// Goes through all turns with at most `most` states between them. Whether it left out only what cannot be better.
    bool pass(std::size_t most) {
        const bool may_end_early = most > first_states;
        origins_.assign(turns_.size(), {});
        least_dropped_.reset();
        SpillLayer layer;
        layer.places.resize(slot_count_);
        layer.first = layer.second = layer.first_now = layer.second_now = layer.traffic = {0};
        layer.rest = {prices_->bound()};
        layer.parent = {0};
        layer.way = {0};
        pass_times(layer, 0, turns_.empty() ? times_ : turns_.front().time);
        for (std::size_t i = 0; i < turns_.size(); ++i) {
            layer = after_turn(layer, turns_[i]);
            const std::size_t next = i + 1 == turns_.size() ? times_ : turns_[i + 1].time;
            if (next != turns_[i].time) {
                pay(layer, turns_[i].time, layer.first_now, layer.second_now);
                pass_times(layer, turns_[i].time + 1, next);
                join_equal(layer);
            }
            trim(layer, most);
            for (std::size_t state = 0; state < layer.size(); ++state) {
                origins_[i].push_back({layer.parent[state], layer.way[state]});
            }
            if (may_end_early && work_ >= limits_.work) {
                return false;
            }
        }
        take(layer);
        if (!least_dropped_) {
            return true;
        }
        const auto dropped = static_cast<std::int64_t>(std::clamp<SpillCost>(
            (*least_dropped_ + spill_unit - 1) / spill_unit, 0, std::numeric_limits<std::int64_t>::max() / 2));
        bound_ = std::max(bound_, best_ ? std::min(in_units(dropped), best_->traffic) : in_units(dropped));
        return best_ && best_->traffic <= bound_;
    }

    /// Pays for the memory at the times [from, to), in which nothing moves, and drops what has no room there. Then the
    /// time `to` begins.
    void pass_times(SpillLayer& layer, std::size_t from, std::size_t to) {
        for (std::size_t time = from; time < to; ++time) {
            end_items(layer, time);
            pay(layer, time, layer.first, layer.second);
        }
        end_items(layer, to);
        layer.first_now = layer.first;
        layer.second_now = layer.second;
    }

    /// Removes the buffers that end at a time from the loads.
    void end_items(SpillLayer& layer, std::size_t time) const {
        for (const std::size_t item : ends_[time]) {
            const std::int64_t size = problem_.items[item].size;
            for (std::size_t state = 0; state < layer.size(); ++state) {
                std::uint8_t& place = layer.places[state * slot_count_ + slots_[item]];
                layer.first[state] -= load_in_first(SpillPlace(place)) * size;
                layer.second[state] -= load_in_second(SpillPlace(place)) * size;
                place = 0;
            }
        }
    }

    /// Pays for these bytes at a time, and drops the states that have no room for them.
    void pay(SpillLayer& layer, std::size_t time, const std::vector<std::int64_t>& first,
             const std::vector<std::int64_t>& second) const {
        const std::int64_t first_room = problem_.first_room[time];
        const std::int64_t second_room = problem_.second_room[time];
        std::vector<std::uint32_t> kept;
        for (std::size_t state = 0; state < layer.size(); ++state) {
            layer.rest[state] += static_cast<SpillCost>(prices_->first_price(time)) * (first_room - first[state]) +
                                 static_cast<SpillCost>(prices_->second_price(time)) * (second_room - second[state]);
            if (first[state] <= first_room && second[state] <= second_room) {
                kept.push_back(static_cast<std::uint32_t>(state));
            }
        }
        keep(layer, kept);
    }

    SpillLayer after_turn(const SpillLayer& before, const SpillTurn& turn) {
        const SpillItem& item = problem_.items[turn.item];
        const bool arrives = item.events[turn.event].arrives;
        const std::size_t slot = slots_[turn.item];
        SpillLayer after;
        for (std::size_t state = 0; state < before.size(); ++state) {
            const auto place = SpillPlace(before.places[state * slot_count_ + slot]);
            const bool is_new = turn.event == 0;
            const std::int64_t first_before = is_new ? 0 : load_in_first(place) * item.size;
            const std::int64_t second_before = is_new ? 0 : load_in_second(place) * item.size;
            const SpillCost planned = prices_->through(turn.item, turn.event, is_new ? SpillPlace::first : place);
            const SpillMoves ways = moves_through(item, turn.event, place);
            work_ += ways.count + 1;
            for (std::size_t way = 0; way < ways.count; ++way) {
                const SpillMove& move = ways.moves[way];
                const std::int64_t first_after = load_in_first(move.after) * item.size;
                const std::int64_t second_after = load_in_second(move.after) * item.size;
                // What lay somewhere before a use is there during it, too, so these only grow until all is decided.
                const std::int64_t first_now =
                    before.first_now[state] - first_before + (arrives ? first_after : move.first_load * item.size);
                const std::int64_t second_now =
                    before.second_now[state] - second_before + (arrives ? second_after : move.second_load * item.size);
                const std::int64_t traffic = before.traffic[state] + move.price * item.size;
                const SpillCost rest = before.rest[state] - planned + prices_->cost_of(turn.item, turn.event, move) -
                                       static_cast<SpillCost>(move.price) * item.size * spill_unit +
                                       prices_->after(turn.item, turn.event, move.after);
                if (first_now > problem_.first_room[turn.time] || second_now > problem_.second_room[turn.time] ||
                    rest >= SpillPrices::never / 2 ||
                    is_too_dear(static_cast<SpillCost>(traffic) * spill_unit + rest)) {
                    continue;
                }
                const auto places = before.places.begin() + static_cast<std::ptrdiff_t>(state * slot_count_);
                after.places.insert(after.places.end(), places, places + static_cast<std::ptrdiff_t>(slot_count_));
                after.places[after.size() * slot_count_ + slot] = static_cast<std::uint8_t>(move.after);
                after.first.push_back(before.first[state] - first_before + first_after);
                after.second.push_back(before.second[state] - second_before + second_after);
                after.first_now.push_back(first_now);
                after.second_now.push_back(second_now);
                after.rest.push_back(rest);
                after.parent.push_back(static_cast<std::uint32_t>(state));
                after.way.push_back(static_cast<std::uint8_t>(way));
                after.traffic.push_back(traffic);
            }
        }
        return after;
    }

    /// Keeps these states, in this order.
    void keep(SpillLayer& layer, const std::vector<std::uint32_t>& kept) const {
        if (kept.size() == layer.size()) {
            return;
        }
        const auto cut = [&](auto& list) {
            for (std::size_t i = 0; i < kept.size(); ++i) {
                list[i] = list[kept[i]];
            }
            list.resize(kept.size());
        };
        for (std::size_t i = 0; i < kept.size(); ++i) {
            std::copy_n(layer.places.begin() + static_cast<std::ptrdiff_t>(kept[i] * slot_count_), slot_count_,
                        layer.places.begin() + static_cast<std::ptrdiff_t>(i * slot_count_));
        }
        layer.places.resize(kept.size() * slot_count_);
        cut(layer.first);
        cut(layer.second);
        if (!layer.first_now.empty()) {
            cut(layer.first_now);
            cut(layer.second_now);
        }
        cut(layer.traffic);
        cut(layer.rest);
        cut(layer.parent);
        cut(layer.way);
    }

    /// Of the states with the same places, keeps the cheapest one. What is to come is the same for all of them.
    void join_equal(SpillLayer& layer) const {
        std::unordered_map<std::string_view, std::uint32_t> cheapest;
        cheapest.reserve(layer.size());
        const auto* const bytes = reinterpret_cast<const char*>(layer.places.data());
        for (std::uint32_t state = 0; state < layer.size(); ++state) {
            const auto [found, is_new] =
                cheapest.try_emplace(std::string_view(bytes + state * slot_count_, slot_count_), state);
            if (!is_new && layer.traffic[state] < layer.traffic[found->second]) {
                found->second = state;
            }
        }
        std::vector<std::uint32_t> kept;
        kept.reserve(cheapest.size());
        for (const auto& [places, state] : cheapest) {
            kept.push_back(state);
        }
        std::ranges::sort(kept);
        keep(layer, kept);
    }

    /// Keeps the states with the lowest bounds.
    void trim(SpillLayer& layer, std::size_t most) {
        if (layer.size() <= most) {
            return;
        }
        std::vector<std::uint32_t> order(layer.size());
        std::iota(order.begin(), order.end(), 0U);
        const auto rank = [&](std::uint32_t state) { return std::tuple(layer.bound(state), state); };
        std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(most), {}, rank);
        const SpillCost dropped = layer.bound(order[most]);
        least_dropped_ = std::min(least_dropped_.value_or(dropped), dropped);
        order.resize(most);
        std::ranges::sort(order);
        keep(layer, order);
    }

    /// The cheapest of the last states, if it is better than what is known.
    void take(const SpillLayer& layer) {
        const auto cheapest = std::ranges::min_element(layer.traffic);
        if (cheapest == layer.traffic.end() || (best_ && *cheapest >= best_->traffic)) {
            return;
        }
        auto state = static_cast<std::uint32_t>(cheapest - layer.traffic.begin());
        std::vector<std::uint8_t> ways(turns_.size());
        for (std::size_t i = turns_.size(); i-- > 0;) {
            ways[i] = origins_[i][state].way;
            state = origins_[i][state].parent;
        }
        SpillChoice choice{std::vector<std::vector<SpillMove>>(problem_.items.size())};
        for (std::size_t i = 0; i < turns_.size(); ++i) {
            auto& moves = choice.moves[turns_[i].item];
            const SpillPlace place = moves.empty() ? SpillPlace::first : moves.back().after;
            moves.push_back(moves_through(problem_.items[turns_[i].item], turns_[i].event, place).moves[ways[i]]);
        }
        choice.traffic = traffic_of(problem_, choice);
        best_ = std::move(choice);
    }

    const SpillProblem& problem_;
    const SpillLimits& limits_;
    std::size_t times_;
    std::int64_t unit_ = 0;                       ///< divides every size
    std::vector<SpillTurn> turns_;                ///< in the order of decisions
    std::vector<std::vector<std::size_t>> ends_;  ///< by time: the items that end there
    std::vector<std::size_t> slots_;              ///< by item
    std::size_t slot_count_ = 0;
    const SpillPrices* prices_ = nullptr;
    std::vector<std::vector<StateOrigin>> origins_;  ///< by turn and state
    std::optional<SpillCost> least_dropped_;  ///< the lowest bound of a state that a pass left out for want of places
    std::optional<SpillChoice> best_;
    std::int64_t bound_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace

SpillSearch search_spill(const SpillProblem& problem, const SpillLimits& limits) {
    return SpillSearcher(problem, limits).run();
}

}  // namespace arenascope
