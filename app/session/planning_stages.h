#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/planner/planning.h"

namespace arenascope {

/// How a large file without placements gets its plan, unasked: a first placement within seconds, then a search for a
/// lower peak while the window is in use.
///
///   opened ─▶ first ──── adopted ─▶ search ──── adopted if lower
struct PlanningStages {
    PlanOrder first;
    std::optional<PlanOrder> search;  ///< empty: the first placement is the plan
    bool is_search_recorded = false;
    // Sentences about the plan of each stage: what was left out, and how to get it.
    std::vector<std::string> first_notes;
    std::vector<std::string> search_notes;
};

/// The largest problem whose steps are recorded unasked. A trace takes some bytes for each buffer and step.
inline constexpr std::size_t most_recorded_unasked = 1'000'000;
/// The most pairs of buffers that share time for which a search is started unasked: about a minute for one placement.
inline constexpr std::uint64_t most_pairs_searched_unasked = 10'000'000'000;

/// The stages for a problem whose plan was ordered unasked. Empty: the order alone, because the problem is small, or
/// its planner does not search and is quick. O(n log n).
///
/// Buffers are placed first by falling size, or in order of birth if there are so many, or so many share time, that it
/// is quicker.
[[nodiscard]] std::optional<PlanningStages> planning_stages(const Problem& problem, const PlanOrder& order);

}  // namespace arenascope
