#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/compare/planner_standing.h"

namespace arenascope {

/// A planner of a comparison with its figures.
struct QualityEntry {
    std::size_t entry = 0;  ///< its number in the comparison
    PlannerStanding standing;
};

/// A part of the plane of seconds and fragmentation.
struct QualityRange {
    double from_seconds = 0;
    double to_seconds = 0;
    double from_share = 0;
    double to_share = 0;
    friend bool operator==(const QualityRange&, const QualityRange&) = default;
};

/// Where a planner is drawn, and as what.
struct QualityPoint {
    const QualityEntry* planner = nullptr;
    double seconds = 0;
    double share = 0;
    bool is_selected = false;
    bool is_lowest = false;  ///< no planner has a lower peak
    bool is_beyond = false;  ///< its share is above the view, at whose edge it is drawn
};

/// Shows the threshold and all planners, except those that are so much worse than the middle one that nothing could be
/// told of the rest. O(n log n).
[[nodiscard]] QualityRange fitting_range(std::span<const QualityEntry> entries);

/// The furthest that a view zooms out: it shows all planners. O(n log n).
[[nodiscard]] QualityRange widest_range(std::span<const QualityEntry> entries);

/// The points of a view, the most important first: the selected one, then those beyond the view, which only their
/// figures tell apart, then by peak. Times that are too short for the clock are drawn as the shortest one that it
/// tells. Refers to the entries. O(n log n).
[[nodiscard]] std::vector<QualityPoint> points_in(const QualityRange& view, std::span<const QualityEntry> entries,
                                                  std::optional<std::size_t> selected);

/// The next planner by time, or by share, after the selected one or before it. Without a selected one the lowest; none
/// at the ends. O(n log n).
[[nodiscard]] std::optional<std::size_t> next_entry(std::span<const QualityEntry> entries,
                                                    std::optional<std::size_t> selected, bool by_time, bool upwards);

}  // namespace arenascope
