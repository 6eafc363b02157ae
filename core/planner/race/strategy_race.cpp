#include "core/planner/race/strategy_race.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>
#include <utility>

#include "core/base/threads/worker_threads.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/peak_suppression/rectangle_sorter.h"

namespace arenascope {
namespace {

/// The first placements of the tuner that no greedy strategy makes. A race that includes them ends no higher than the
/// tuner begins.
PlacingOrder by_key(const Problem& problem, const PlacingOrder& members, std::string_view metrics,
                    std::string_view order) {
    return sorted(problem, members, *parse_sort_key(metrics, order));
}
PlacingOrder longest_first(const Problem& problem, RegionIndex /*region*/, const PlacingOrder& members) {
    return by_key(problem, members, "length", "desc");
}
PlacingOrder shortest_first(const Problem& problem, RegionIndex /*region*/, const PlacingOrder& members) {
    return by_key(problem, members, "length", "asc");
}
PlacingOrder widest_for_their_length_first(const Problem& problem, RegionIndex /*region*/,
                                           const PlacingOrder& members) {
    return by_key(problem, members, "width/length", "desc");
}

Entrant longest() {
    return {"longest first", longest_first, PlacingRule::lowest_fit};
}
Entrant widest_for_their_length() {
    return {"widest for their length first", widest_for_their_length_first, PlacingRule::lowest_fit};
}
Entrant shortest() {
    return {"shortest first", shortest_first, PlacingRule::lowest_fit};
}

/// Even crowded regions get these: by size and longest first, the orders with which the tuner begins in large regions.
constexpr std::size_t fewest_entrants = 2;

constexpr std::uint64_t visits_per_buffer = 40'000;

/// How often the waiting thread calls the stop token.
constexpr std::chrono::milliseconds check_interval{5};

class Race {
public:
    Race(const Problem& problem, RegionIndex region, const std::vector<Entrant>& entrants, Offset threshold,
         const RaceStop& stop)
        : problem_(problem),
          region_(region),
          members_(members_of(problem, region)),
          entrants_(entrants),
          threshold_(threshold),
          stop_(stop) {}

    std::optional<RaceWinner> run(int threads) {
        const auto helpers =
            std::min<std::size_t>(static_cast<std::size_t>(std::max(1, threads)), entrants_.size()) - 1;
        WorkerThreads others(helpers,
                             [this](std::size_t) { run_entrants_or_stop([](std::uint64_t) { return false; }); });
        run_entrants_or_stop(stop_);
        while (!others.wait_for(check_interval)) {
            if (stop_(race_waits)) {
                stopped_ = true;
            }
        }
        others.join();
        return std::move(best_);
    }

private:
    /// Stops the other threads if this one fails.
    void run_entrants_or_stop(const RaceStop& stop) {
        try {
            run_entrants(stop);
        } catch (...) {
            stopped_ = true;
            throw;
        }
    }

    void run_entrants(const RaceStop& stop) {
        RectangleContainer container(problem_, region_);
        for (std::size_t next = next_++; next < entrants_.size() && !stopped_; next = next_++) {
            if (next < reached_) {
                run_one(next, container, stop);
            }
        }
    }

    void run_one(std::size_t entrant, RectangleContainer& container, const RaceStop& stop) {
        if (stop(container.work())) {
            stopped_ = true;
            return;
        }
        const PlacingOrder order = entrants_[entrant].order(problem_, region_, members_);
        container.clear();
        const std::uint64_t earlier_work = container.work();
        const auto top =
            place_greedily(container, problem_, region_, order, entrants_[entrant].rule, [&](std::size_t, Offset peak) {
                if (stop(container.work())) {
                    stopped_ = true;
                }
                return stopped_ || entrant > reached_ || peak.value() > lowest_;
            });
        if (top) {
            arrive({entrant,
                    {container.offsets().begin(), container.offsets().end()},
                    *top,
                    container.work() - earlier_work});
        }
    }

    void arrive(RaceWinner arrived) {
        const std::lock_guard lock(mutex_);
        if (best_ && std::pair(best_->peak, best_->entrant) < std::pair(arrived.peak, arrived.entrant)) {
            return;
        }
        lowest_ = arrived.peak.value();
        if (arrived.peak <= threshold_) {
            reached_ = std::min(reached_.load(), arrived.entrant);
        }
        best_ = std::move(arrived);
    }

    const Problem& problem_;
    RegionIndex region_;
    PlacingOrder members_;
    const std::vector<Entrant>& entrants_;
    Offset threshold_;
    const RaceStop& stop_;
    std::atomic<std::size_t> next_ = 0;
    /// The first entrant known to reach the threshold.
    std::atomic<std::size_t> reached_ = std::numeric_limits<std::size_t>::max();
    std::atomic<std::int64_t> lowest_ = std::numeric_limits<std::int64_t>::max();
    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;  ///< guards the members below
    std::optional<RaceWinner> best_;
};

}  // namespace

std::vector<Entrant> all_entrants() {
    std::vector<Entrant> entrants;
    // Strategies that place the peak first win most often. An early winner saves the others the most work.
    std::vector<GreedyStrategy> strategies;
    for (const GreedyStrategy& strategy : greedy_strategies()) {
        if (strategy.rule) {
            strategies.insert(strategies.begin(), strategy);
        }
    }
    std::stable_partition(strategies.begin(), strategies.end(),
                          [](const GreedyStrategy& strategy) { return strategy.name == greedy_tflm.name; });
    for (const GreedyStrategy& strategy : strategies) {
        entrants.push_back({std::string(strategy.name), strategy.order, *strategy.rule});
    }
    entrants.insert(entrants.begin() + 1, longest());
    entrants.push_back({std::string(offsets_naive.name), offsets_naive.order, offsets_naive.rule});
    for (const GreedyStrategy& strategy : strategies) {
        const bool lowest = *strategy.rule == PlacingRule::best_fit;
        const PlacingRule other = lowest ? PlacingRule::lowest_fit : PlacingRule::best_fit;
        const bool known = std::ranges::any_of(
            entrants, [&](const Entrant& entrant) { return entrant.order == strategy.order && entrant.rule == other; });
        if (!known) {
            entrants.push_back(
                {std::string(strategy.name) + (lowest ? ", lowest gap" : ", smallest gap"), strategy.order, other});
        }
    }
    entrants.push_back(widest_for_their_length());
    entrants.push_back(shortest());
    return entrants;
}

std::vector<Entrant> first_entrants_of_tuner() {
    return {{std::string(greedy_tflm.name), greedy_tflm.order, greedy_tflm.rule},
            longest(),
            widest_for_their_length(),
            shortest()};
}

std::size_t own_rule_entrants() {
    return 1 + greedy_strategies().size();  // "longest first" is among them
}

std::size_t worthwhile_entrants(std::size_t all, std::size_t buffers, std::uint64_t conflicts) {
    const std::uint64_t looks_each = 1 + conflicts / std::max<std::size_t>(1, buffers);
    return std::clamp<std::size_t>(visits_per_buffer / looks_each, fewest_entrants, all);
}

std::vector<Entrant> entrants_of(const Problem& problem, RegionIndex region,
                                 const std::vector<std::int64_t>& conflicts) {
    std::size_t buffers = 0;
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region) {
            ++buffers;
            pairs += static_cast<std::uint64_t>(conflicts[i]);
        }
    }
    std::vector<Entrant> entrants = all_entrants();
    entrants.resize(worthwhile_entrants(entrants.size(), buffers, pairs));
    return entrants;
}

std::optional<RaceWinner> race(const Problem& problem, RegionIndex region, const std::vector<Entrant>& entrants,
                               Offset threshold, int threads, const RaceStop& stop) {
    return Race(problem, region, entrants, threshold, stop).run(threads);
}

}  // namespace arenascope
