#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/model/network/spill/spill_problem.h"

namespace arenascope {

/// How much a search may do.
struct SpillLimits {
    std::uint64_t work = 10'000'000;   ///< moves tried; a search that reaches it ends with the best found
    std::size_t most_states = 60'000;  ///< kept between two events
};

/// What a search found.
struct SpillSearch {
    std::optional<SpillChoice> best;  ///< empty: none was found
    std::int64_t lower_bound = 0;     ///< no choice that keeps to the room has less traffic; with `is_impossible` 0
    bool is_complete = false;         ///< nothing was left out: `best` has the least traffic, or none keeps to the room
    std::uint64_t work = 0;           ///< moves tried

    [[nodiscard]] bool is_impossible() const { return is_complete && !best; }
};

/// Searches the choice with the least traffic that keeps to the room of both memories.
///
///   event 1        event 2        event 3
///   ● stays ─┬──── ● ─────┬────── ●        states that agree in every place join,
///            └──── ○      ├────── ○        the cheapest way to each of them stays;
///   ○ leaves ───── ● ─────┘                what the prices show to be too dear is left out
///
/// It goes through the events in order of time. A state is the place of each buffer that is alive. Its traffic so far
/// plus the bound of SpillPrices for the rest is a bound for every choice that continues it. A state at the traffic of
/// the best choice known is left out, beginning with the two fillings (spill_filling.h), so that the result is never
/// worse than these. Where there are more states than `limits` allow, the ones with the lowest bounds are kept; passes
/// with more and more states follow until one leaves nothing out. Deterministic.
[[nodiscard]] SpillSearch search_spill(const SpillProblem& problem, const SpillLimits& limits = {});

}  // namespace arenascope
