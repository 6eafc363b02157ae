#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/planner/capacity/capacity_search.h"

namespace arenascope {

/// Strategies at the threshold, where there is little slack, in the order in which they are tried.
inline constexpr std::array<Strategy, 12> tight_strategies{{
    {Focus::fewest_choices, Score::length, false, 0, false},
    {Focus::failing_room, Score::length, false, 0, false},
    {Focus::most_remaining, Score::width, false, 0, false},
    {Focus::failing_choices, Score::length_root_width, false, 0, false},
    {Focus::most_remaining, Score::length, true, 0, false},
    {Focus::failing_room, Score::width, true, 0, false},
    {Focus::failing_choices, Score::area, true, 0, false},
    {Focus::least_slack, Score::length, false, 0, false},
    {Focus::failing_choices, Score::level_length, false, 0, false},
    {Focus::failing_room, Score::area, true, 0, false},
    {Focus::failing_choices, Score::length, true, 0, false},
    {Focus::fewest_choices, Score::length, true, 0, false},
}};

/// Strategies above the threshold.
inline constexpr std::array<Strategy, 6> roomy_strategies{{
    {Focus::lowest_buffer, Score::length, false, 0, false},
    {Focus::most_remaining, Score::length, false, 0, false},
    {Focus::lowest_buffer, Score::length_root_width, false, 0, false},
    {Focus::most_remaining, Score::length, true, 0, false},
    {Focus::lowest_buffer, Score::length, true, 0, false},
    {Focus::most_remaining, Score::length_root_width, true, 0, false},
}};

/// Strategies at the threshold for a search that starts afresh each time, in the order in which they are tried: those
/// first that found most layouts of the families of tests/support/hard_families.h within their first million visits.
inline constexpr std::array<Strategy, 14> threshold_strategies{{
    {Focus::fewest_choices, Score::length},
    {Focus::most_remaining, Score::length},
    {Focus::crowded_room, Score::length},
    {Focus::failing_room, Score::width},
    {Focus::failing_choices, Score::level_length},
    {Focus::failing_floor, Score::length},
    {Focus::crowded_room, Score::level_length, true},
    {Focus::failing_room, Score::length},
    {Focus::crowded_room, Score::width},
    {Focus::failing_choices, Score::length, true},
    {Focus::most_remaining, Score::width},
    {Focus::crowded_room, Score::length_root_width, true},
    {Focus::failing_floor, Score::width, true},
    {Focus::failing_room, Score::area},
}};

/// The strategy in words, for a trace: "most remaining by length, inherited".
[[nodiscard]] std::string text_of(const Strategy& strategy);

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

/// The same for `threshold_strategies`, whose turns become longer:
///
///   round    0  1  2  3  4  5  6  7 …
///   slices   2  4  8  8  8 16  8  2 …
[[nodiscard]] TightTurn threshold_turn(std::uint64_t turn);

/// How many slices a turn of a round may take: most searches end soon or never, a few need longer.
[[nodiscard]] std::int64_t slices_of_round(std::uint64_t round);

/// The work of one slice of a search, in visits: enough for a useful attempt at a group with that many conflict
/// entries.
[[nodiscard]] std::int64_t shortest_slice(std::int64_t conflict_entries);

}  // namespace arenascope
