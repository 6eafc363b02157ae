#include "core/planner/peak_suppression/search_schedule.h"

#include <algorithm>
#include <array>

#include "core/planner/capacity/strategies.h"

namespace arenascope {
namespace {

constexpr std::array<std::int64_t, 7> slices_of_rounds{1, 1, 2, 1, 1, 2, 4};
constexpr std::uint64_t undisturbed_rounds = 2;
constexpr double noise_step = 0.1;

constexpr std::int64_t least_slice = 100'000;
constexpr std::int64_t slice_for_each_conflict = 50;

}  // namespace

TightTurn tight_turn(std::uint64_t turn) {
    const std::uint64_t round = turn / tight_strategies.size();
    TightTurn made{tight_strategies[turn % tight_strategies.size()]};
    made.slices = slices_of_round(round);
    made.direction = (turn + round) % 2;
    made.strategy.reversed = made.strategy.reversed != (round / 2 % 2 == 1);
    made.strategy.noise = round < undisturbed_rounds ? 0 : noise_step * static_cast<double>(1 + round % 4);
    return made;
}

std::int64_t slices_of_round(std::uint64_t round) {
    return slices_of_rounds[round % slices_of_rounds.size()];
}

std::int64_t shortest_slice(std::int64_t conflict_entries) {
    return std::max(least_slice, slice_for_each_conflict * conflict_entries);
}

}  // namespace arenascope
