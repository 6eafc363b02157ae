#pragma once

#include <array>
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

/// The strategy in words, for a trace: "most remaining by length, inherited".
[[nodiscard]] std::string text_of(const Strategy& strategy);

}  // namespace arenascope
