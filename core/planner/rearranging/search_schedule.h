#pragma once

#include <cstddef>
#include <cstdint>

#include "core/planner/capacity/capacity_search.h"

namespace arenascope {

/// A turn of a search at the threshold, where there is little slack anywhere.
struct TightTurn {
    Strategy strategy;
    std::int64_t slices = 1;    ///< how long it may take, in slices
    std::size_t direction = 0;  ///< 0: forwards in time, 1: backwards
};

/// The turns one after the other: each strategy of `tight_strategies` in a round, undisturbed for two rounds, with more
/// and more noise later. Every round looks from the other end of time, every second pair of rounds from the other
/// end of a strategy's order.
///
///   round    0  1  2  3  4  5  6  7 …
///   slices   1  1  2  1  1  2  4  1 …     most searches end soon or never, a few need longer
[[nodiscard]] TightTurn tight_turn(std::uint64_t turn);

/// The work, in visits, of one slice of a search: enough to get anywhere in a group with so many entries of conflicts.
[[nodiscard]] std::int64_t shortest_slice(std::int64_t conflict_entries);

}  // namespace arenascope
