#include "core/model/network/spill/spill_prices.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace arenascope {
namespace {

constexpr int rounds_without_gain = 8;
constexpr std::int64_t highest_price = std::int64_t{1} << 34U;

std::int64_t as_price(double price) {
    const double scaled = price * static_cast<double>(spill_unit);
    return std::clamp(static_cast<std::int64_t>(std::llround(std::min(scaled, 2e10))), std::int64_t{0}, highest_price);
}

}  // namespace

SpillPrices::SpillPrices(const SpillProblem& problem, std::int64_t known, int rounds)
    : problem_(problem), first_(problem.first_room.size()), second_(problem.first_room.size()) {
    std::size_t events = 0;
    for (const SpillItem& item : problem.items) {
        starts_.push_back(events);
        events += item.events.size();
    }
    through_.resize(events * spill_places);
    cheapest_.moves.resize(problem.items.size());
    const std::size_t times = first_.size();
    std::vector<double> first(times);
    std::vector<double> second(times);
    evaluate();
    std::vector<std::int64_t> best_first = first_;
    std::vector<std::int64_t> best_second = second_;
    SpillCost best = bound_;
    double length = 1.5;
    int idle = 0;
    for (int round = 0; round < rounds; ++round) {
        find_loads();
        const SpillLoads loads = loads_of(problem_, cheapest_);
        double squares = 0;
        const auto slope = [](std::int64_t load, std::int64_t room, double price) {
            const auto excess = static_cast<double>(load) - static_cast<double>(room);
            return excess < 0 && price <= 0 ? 0.0 : excess;
        };
        for (std::size_t t = 0; t < times; ++t) {
            const double a = slope(loads.first[t], problem_.first_room[t], first[t]);
            const double b = slope(loads.second[t], problem_.second_room[t], second[t]);
            squares += a * a + b * b;
        }
        const double missing =
            static_cast<double>(known) - static_cast<double>(bound_) / static_cast<double>(spill_unit);
        if (squares <= 0 || missing <= 0) {
            break;
        }
        const double step = length * missing / squares;
        for (std::size_t t = 0; t < times; ++t) {
            first[t] = std::max(0.0, first[t] + step * slope(loads.first[t], problem_.first_room[t], first[t]));
            second[t] = std::max(0.0, second[t] + step * slope(loads.second[t], problem_.second_room[t], second[t]));
            first_[t] = as_price(first[t]);
            second_[t] = as_price(second[t]);
        }
        evaluate();
        if (bound_ > best) {
            best = bound_;
            best_first = first_;
            best_second = second_;
            idle = 0;
        } else if (++idle == rounds_without_gain) {
            idle = 0;
            length /= 2;
            for (std::size_t t = 0; t < times; ++t) {
                first[t] = static_cast<double>(best_first[t]) / static_cast<double>(spill_unit);
                second[t] = static_cast<double>(best_second[t]) / static_cast<double>(spill_unit);
            }
            first_ = best_first;
            second_ = best_second;
            evaluate();
        }
    }
    first_ = std::move(best_first);
    second_ = std::move(best_second);
    evaluate();
}

std::int64_t SpillPrices::bound_in_bytes() const {
    const SpillCost bytes = (bound_ + spill_unit - 1) / spill_unit;
    return bound_ <= 0
               ? 0
               : static_cast<std::int64_t>(std::min<SpillCost>(bytes, std::numeric_limits<std::int64_t>::max()));
}

SpillCost SpillPrices::after(std::size_t item, std::size_t event, SpillPlace place) const {
    const SpillItem& one = problem_.items[item];
    const bool is_last = event + 1 == one.events.size();
    const std::size_t from = one.events[event].arrives ? one.events[event].time : one.events[event].time + 1;
    const std::size_t to = std::max(from, is_last ? one.end : one.events[event + 1].time);
    const SpillCost held = static_cast<SpillCost>(load_in_first(place)) * (first_sum_[to] - first_sum_[from]) +
                           static_cast<SpillCost>(load_in_second(place)) * (second_sum_[to] - second_sum_[from]);
    return held * one.size + (is_last ? 0 : through(item, event + 1, place));
}

SpillCost SpillPrices::cost_of(std::size_t item, std::size_t event, const SpillMove& move) const {
    const std::size_t time = problem_.items[item].events[event].time;
    const SpillCost each = static_cast<SpillCost>(move.price) * spill_unit +
                           static_cast<SpillCost>(move.first_load) * first_[time] +
                           static_cast<SpillCost>(move.second_load) * second_[time];
    return each * problem_.items[item].size;
}

void SpillPrices::sum_prices() {
    first_sum_.assign(first_.size() + 1, 0);
    second_sum_.assign(first_.size() + 1, 0);
    for (std::size_t t = 0; t < first_.size(); ++t) {
        first_sum_[t + 1] = first_sum_[t] + first_[t];
        second_sum_[t + 1] = second_sum_[t] + second_[t];
    }
}

void SpillPrices::evaluate() {
    sum_prices();
    bound_ = 0;
    for (std::size_t t = 0; t < first_.size(); ++t) {
        bound_ -= static_cast<SpillCost>(first_[t]) * problem_.first_room[t] +
                  static_cast<SpillCost>(second_[t]) * problem_.second_room[t];
    }
    for (std::size_t i = 0; i < problem_.items.size(); ++i) {
        for (std::size_t e = problem_.items[i].events.size(); e-- > 0;) {
            for (std::size_t place = 0; place < (e == 0 ? 1 : spill_places); ++place) {
                SpillCost least = never;
                for (const SpillMove& move : moves_through(problem_.items[i], e, static_cast<SpillPlace>(place))) {
                    least = std::min(least, cost_of(i, e, move) + after(i, e, move.after));
                }
                through_[(starts_[i] + e) * spill_places + place] = std::min(least, never);
            }
        }
        bound_ += through(i, 0, SpillPlace::first);
    }
}

void SpillPrices::find_loads() {
    for (std::size_t i = 0; i < problem_.items.size(); ++i) {
        auto& moves = cheapest_.moves[i];
        moves.clear();
        SpillPlace place = SpillPlace::first;
        for (std::size_t e = 0; e < problem_.items[i].events.size(); ++e) {
            SpillCost least = never;
            SpillMove best;
            for (const SpillMove& move : moves_through(problem_.items[i], e, place)) {
                const SpillCost cost = cost_of(i, e, move) + after(i, e, move.after);
                if (cost < least) {
                    least = cost;
                    best = move;
                }
            }
            moves.push_back(best);
            place = best.after;
        }
    }
}

}  // namespace arenascope
