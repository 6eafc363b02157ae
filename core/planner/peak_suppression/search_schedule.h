#pragma once

#include <cstddef>
#include <cstdint>

#include "core/planner/capacity/capacity_search.h"

namespace arenascope {

/// A turn of the search under a capacity at the threshold, where there is little slack.
struct TightTurn {
    Strategy strategy;
    std::int64_t slices = 1;    ///< its work limit, in slices
    std::size_t direction = 0;  ///< 0: forwards in time, 1: backwards
};

/// The parameters of a tight turn, by its number. A round tries each of `tight_strategies` once. The first two rounds
/// add no noise; later rounds add more and more. Every second round searches backwards in time. Every second pair of
/// rounds reverses the order of the strategies.
///
///   round    0  1  2  3  4  5  6  7 …
///   slices   1  1  2  1  1  2  4  1 …     most searches end soon or never, a few need longer
[[nodiscard]] TightTurn tight_turn(std::uint64_t turn);

/// How many slices a turn of a round may take: most searches end soon or never, a few need longer.
[[nodiscard]] std::int64_t slices_of_round(std::uint64_t round);

/// The work of one slice of a search, in visits: enough for a useful attempt at a group with that many conflict
/// entries.
[[nodiscard]] std::int64_t shortest_slice(std::int64_t conflict_entries);

}  // namespace arenascope
