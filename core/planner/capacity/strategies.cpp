#include "core/planner/capacity/strategies.h"

#include <algorithm>
#include <string_view>

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 8> focus_names{"lowest buffer",   "least slack",    "fewest choices",
                                                      "failing choices", "most remaining", "failing room",
                                                      "crowded room",    "failing floor"};
constexpr std::array<std::string_view, 5> score_names{"length", "width", "length by root of width", "area",
                                                      "level, length"};

constexpr std::array<std::int64_t, 7> slices_of_rounds{1, 1, 2, 1, 1, 2, 4};
constexpr std::array<std::int64_t, 7> slices_of_threshold_rounds{2, 4, 8, 8, 8, 16, 8};
constexpr std::uint64_t undisturbed_rounds = 2;
constexpr double noise_step = 0.1;

constexpr std::int64_t least_slice = 100'000;
constexpr std::int64_t slice_for_each_conflict = 50;

template <std::size_t count>
TightTurn turn_of(const std::array<Strategy, count>& strategies, std::uint64_t turn) {
    const std::uint64_t round = turn / count;
    TightTurn made{strategies[turn % count]};
    made.direction = (turn + round) % 2;
    made.strategy.reversed = made.strategy.reversed != (round / 2 % 2 == 1);
    made.strategy.noise = round < undisturbed_rounds ? 0 : noise_step * static_cast<double>(1 + round % 4);
    return made;
}

}  // namespace

std::string text_of(const Strategy& strategy) {
    return std::string(focus_names[static_cast<std::size_t>(strategy.focus)]) + " by " +
           std::string(score_names[static_cast<std::size_t>(strategy.score)]) + (strategy.inherit ? ", inherited" : "");
}

TightTurn tight_turn(std::uint64_t turn) {
    TightTurn made = turn_of(tight_strategies, turn);
    made.slices = slices_of_round(turn / tight_strategies.size());
    return made;
}

TightTurn threshold_turn(std::uint64_t turn) {
    TightTurn made = turn_of(threshold_strategies, turn);
    made.slices = slices_of_threshold_rounds[turn / threshold_strategies.size() % slices_of_threshold_rounds.size()];
    return made;
}

std::int64_t slices_of_round(std::uint64_t round) {
    return slices_of_rounds[round % slices_of_rounds.size()];
}

std::int64_t shortest_slice(std::int64_t conflict_entries) {
    return std::max(least_slice, slice_for_each_conflict * conflict_entries);
}

}  // namespace arenascope
