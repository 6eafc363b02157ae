#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/planner/planning.h"

namespace arenascope {

/// A planner's result in the figures that planners are compared by.
struct PlannerStanding {
    std::string planner;  ///< with what tells it from another run of the same one, where there is one
    Offset peak;
    Bytes threshold;         ///< of the problem as planned
    Bytes lower_bound;       ///< proved
    double seconds = 0;      ///< wall clock of planning alone
    std::size_t moved = 0;   ///< buffers that lie elsewhere than in the layout compared with
    bool fits = true;        ///< no region's capacity is passed
    Goal goal = Goal::none;  ///< what ended the run
    Bytes total_peak;        ///< of all regions together
    Bytes total_threshold;   ///< likewise
    friend bool operator==(const PlannerStanding&, const PlannerStanding&) = default;
};

/// Sum of the regions' peaks: of layouts in several memories the peak, which is that of the fullest, tells no
/// difference in the others. Linear for each region.
[[nodiscard]] Bytes total_peak(const Problem& problem, const Layout& layout);

/// Sum of the regions' thresholds. O(n log n) for each region.
[[nodiscard]] Bytes total_threshold(const Problem& problem, const Layout& layout);

/// Whether one ranks before another: by the peak, then by the sum of the peaks.
[[nodiscard]] bool is_lower(const PlannerStanding& one, const PlannerStanding& other);

/// How far the peak is above the threshold; negative where memory is shared beyond what the threshold knows of.
[[nodiscard]] Bytes over_threshold(const PlannerStanding& standing);

/// (peak − threshold) / threshold.
[[nodiscard]] double fragmentation(const PlannerStanding& standing);

/// Whether the peak is proved lowest.
[[nodiscard]] bool is_optimal(const PlannerStanding& standing);

/// The figures of a plan whose layout is complete. `before` is a layout of the same buffers. Linear.
[[nodiscard]] PlannerStanding standing_of(const Plan& plan, const Layout& before);

/// Position of the lowest one (see is_lower), the first among equals; none where there is no standing.
[[nodiscard]] std::optional<std::size_t> best_of(std::span<const PlannerStanding> standings);

}  // namespace arenascope
