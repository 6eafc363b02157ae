#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/planner/planning.h"

namespace arenascope {

/// The figures of one planner's result, for comparing planners.
struct PlannerStanding {
    std::string planner;  ///< name, with an addition if the same planner ran more than once
    Offset peak;
    Bytes threshold;         ///< of the problem as planned
    Bytes lower_bound;       ///< proved
    double seconds = 0;      ///< wall clock of planning alone
    std::size_t beside = 0;  ///< at most so many other runs of this program were under way at the same time
    std::size_t moved = 0;   ///< buffers whose placement differs from the layout it is compared with
    bool fits = true;        ///< no region exceeds its capacity
    Goal goal = Goal::none;  ///< the reason why the run ended
    Bytes total_peak;        ///< of all regions together
    Bytes total_threshold;   ///< of all regions together
    friend bool operator==(const PlannerStanding&, const PlannerStanding&) = default;
};

/// The sum of the peaks of all regions. With several memories, the peak is only that of the fullest, so it does not
/// show differences in the others. Linear for each region.
[[nodiscard]] Bytes total_peak(const Problem& problem, const Layout& layout);

/// The sum of the thresholds of all regions. O(n log n) for each region.
[[nodiscard]] Bytes total_threshold(const Problem& problem, const Layout& layout);

/// Whether `one` ranks before `other`: by peak, then by total peak.
[[nodiscard]] bool is_lower(const PlannerStanding& one, const PlannerStanding& other);

/// Peak − threshold. Negative if memory is shared that the threshold counts twice.
[[nodiscard]] Bytes over_threshold(const PlannerStanding& standing);

/// (peak − threshold) / threshold.
[[nodiscard]] double fragmentation(const PlannerStanding& standing);

/// Whether the peak is proved to be the lowest.
[[nodiscard]] bool is_optimal(const PlannerStanding& standing);

/// The figures of a plan with a complete layout. `before` is a layout of the same buffers. Linear.
[[nodiscard]] PlannerStanding standing_of(const Plan& plan, const Layout& before);

/// The position of the lowest standing (see is_lower), the first if several are equal; empty if there is none.
[[nodiscard]] std::optional<std::size_t> best_of(std::span<const PlannerStanding> standings);

}  // namespace arenascope
