#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/planner/greedy/greedy_strategy.h"

namespace arenascope {

/// A competitor in a race: an order and a placing rule.
struct Entrant {
    std::string name;
    OrderRule order;
    std::optional<PlacingRule> rule;  ///< empty: above everything placed before
};

/// All entrants, in the order that decides ties. The list begins with `greedy-tflm` and `longest first`. Each other
/// greedy strategy follows with its own rule, then each strategy with the other rule, then the tuner's other first
/// orders. Where pinned buffers are in the way, even `offsets-naive` may win.
[[nodiscard]] std::vector<Entrant> all_entrants();

/// The first placements of the tuner's passes.
[[nodiscard]] std::vector<Entrant> first_entrants_of_tuner();

/// The number of the first of all entrants that include each greedy planner by its own rule.
[[nodiscard]] std::size_t own_rule_entrants();

/// The number of entrants that are worth their work in a region with that many buffers and conflicts; at least two.
/// Each conflict is counted twice, once for each of its buffers.
[[nodiscard]] std::size_t worthwhile_entrants(std::size_t all, std::size_t buffers, std::uint64_t conflicts);

/// The entrants of a region: the first of all_entrants(). `conflicts` has the number of conflicts of each buffer, see
/// conflict_counts().
[[nodiscard]] std::vector<Entrant> entrants_of(const Problem& problem, RegionIndex region,
                                               const std::vector<std::int64_t>& conflicts);

/// The result of the winner.
struct RaceWinner {
    std::size_t entrant = 0;
    std::vector<std::int64_t> offsets;  ///< by BufferIndex
    Offset peak;
    std::uint64_t work = 0;  ///< visits of its placement
};

/// Passed to RaceStop instead of work: the calling thread waits for the others. The stop token should then be called at
/// once.
inline constexpr std::uint64_t race_waits = std::numeric_limits<std::uint64_t>::max();

/// Called on the calling thread with its work so far, or with `race_waits`; true stops the race.
using RaceStop = std::function<bool(std::uint64_t work)>;

/// Runs the entrants in a region on that many threads. The lowest peak wins; ties go to the first. An entrant ends as
/// soon as it cannot win. Once an entrant reaches the threshold, no later one is started. If the race is stopped, the
/// result is the best of the finished entrants. Empty: none had finished.
[[nodiscard]] std::optional<RaceWinner> race(const Problem& problem, RegionIndex region,
                                             const std::vector<Entrant>& entrants, Offset threshold, int threads,
                                             const RaceStop& stop);

}  // namespace arenascope
