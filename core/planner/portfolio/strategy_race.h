#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/planner/greedy/greedy_strategy.h"

namespace arenascope {

/// An entrant: an order and the rule by which it is placed.
struct Entrant {
    std::string name;
    OrderRule order;
    PlacingRule rule;
};

/// All of them, in the order that ties go by: each greedy strategy by its own rule, by size first and longest first
/// second; then each by the other rule, and what else the tuner begins with.
[[nodiscard]] std::vector<Entrant> all_entrants();

/// How many of them are worth their work in a region of so many buffers and conflicts (each counted from both sides);
/// at least two.
[[nodiscard]] std::size_t worthwhile_entrants(std::size_t all, std::size_t buffers, std::uint64_t conflicts);

/// Those of the region: the first of all_entrants(). `conflicts` are those of each buffer, see conflict_counts().
[[nodiscard]] std::vector<Entrant> entrants_of(const Problem& problem, RegionIndex region,
                                               const std::vector<std::int64_t>& conflicts);

/// Who won, and with what.
struct RaceWinner {
    std::size_t entrant = 0;
    PlacingOrder order;
    std::vector<std::int64_t> offsets;  ///< by BufferIndex
    Offset peak;
    std::uint64_t work = 0;  ///< visits that its placement took
};

/// In place of work: the calling thread has none left and waits for the others. The question is to be asked at once.
inline constexpr std::uint64_t race_waits = std::numeric_limits<std::uint64_t>::max();

/// Asked on the calling thread with the work done there, or with `race_waits`; true stops the race.
using RaceStop = std::function<bool(std::uint64_t work)>;

/// Races the entrants through a region on so many threads: the lowest peak wins, ties go to the first. One ends where
/// it cannot win any more, and none begins behind one that has reached the threshold. None where the race was stopped
/// before any had arrived; otherwise the best of those that had.
[[nodiscard]] std::optional<RaceWinner> race(const Problem& problem, RegionIndex region,
                                             const std::vector<Entrant>& entrants, Offset threshold, int threads,
                                             const RaceStop& stop);

}  // namespace arenascope
