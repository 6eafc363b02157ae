#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/compare/planner_standing.h"

namespace arenascope {

/// A planner of a comparison with its result.
struct QualityEntry {
    std::size_t entry = 0;  ///< its index in the comparison
    PlannerStanding standing;
};

/// A view of the plot: a range of seconds and a range of fragmentation. Shares: 0.1 is 10 %.
struct QualityRange {
    double from_seconds = 0;
    double to_seconds = 0;
    double from_share = 0;
    double to_share = 0;
    friend bool operator==(const QualityRange&, const QualityRange&) = default;
};

/// The position and look of a planner in the plot.
struct QualityPoint {
    const QualityEntry* planner = nullptr;
    double seconds = 0;
    double share = 0;
    bool is_selected = false;
    bool is_lowest = false;      ///< no planner has a lower peak
    bool is_above_view = false;  ///< above the view, so it is drawn at the upper edge
};

/// The view that shows the threshold and all planners, except those with more than about three times the median
/// fragmentation. O(n log n).
[[nodiscard]] QualityRange fitting_range(std::span<const QualityEntry> entries);

/// The limit of zooming out. It contains all planners. O(n log n).
[[nodiscard]] QualityRange widest_range(std::span<const QualityEntry> entries);

/// The points of a view, the most important first: the selected one, then those above the view, then the others by
/// peak. A time below 0.1 ms is drawn as 0.1 ms, because the clock is not more precise. The result refers to the
/// entries. O(n log n).
[[nodiscard]] std::vector<QualityPoint> points_in(const QualityRange& view, std::span<const QualityEntry> entries,
                                                  std::optional<std::size_t> selected);

/// Whether no other planner has a lower peak in at most its time, or the same peak in less time. Linear.
[[nodiscard]] bool is_best_for_its_time(const QualityEntry& entry, std::span<const QualityEntry> entries);

/// The planner after the selected one by time or by fragmentation; the one before it if not `upwards`. Without a
/// selection: the one with the lowest peak. Empty at the end. O(n log n).
[[nodiscard]] std::optional<std::size_t> next_entry(std::span<const QualityEntry> entries,
                                                    std::optional<std::size_t> selected, bool by_time, bool upwards);

}  // namespace arenascope
