#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/explain/fact_table.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// How high a whole plan is, and how high it must be. `info`, `check`, `compare` and the window show these figures.
///
/// Each region has a peak and a threshold of its own. The peak is the highest of the peaks and the threshold the
/// highest of the thresholds, so that the peak of a sound plan is never below the threshold. They may belong to
/// different regions; whoever shows both names them.
///
/// The segments of a recorded allocator are regions that nobody planned, and a planner could use one instead. So their
/// figures are those of all together: what the allocator reserved, and what was alive of it.
struct PlanHeight {
    std::optional<Offset> peak;               ///< empty: not every buffer is placed, or there is none
    std::optional<RegionIndex> peak_in;       ///< the region with the peak, see peak_region(); empty: all together
    Bytes threshold;                          ///< bytes that buffers share on purpose count once
    Step peak_step;                           ///< the first step at the threshold
    std::optional<RegionIndex> threshold_in;  ///< the first region with the threshold; empty: all together
    friend bool operator==(const PlanHeight&, const PlanHeight&) = default;
};

/// O(n log n).
[[nodiscard]] PlanHeight plan_height(const Problem& problem, const Layout& layout);

/// What a region holds.
struct RegionSummary {
    std::int64_t buffers = 0;
    std::int64_t placed = 0;     ///< buffers with a place in it
    Bytes threshold;             ///< of its own buffers
    std::optional<Offset> peak;  ///< empty: it has no buffer, or not every one is placed
};

/// The figures that `info` and a report show of a plan, in one value, so that they agree.
struct PlanSummary {
    Lifetime steps;     ///< of a model its operators, of a recorded allocator its events; else see time_span()
    PlanHeight height;  ///< peak and threshold
    Bytes total;        ///< the sum of all sizes
    IndexedVector<RegionIndex, RegionSummary> regions;
};

/// The figures of a plan. `is_model`: the file is a model, so that its operators are the steps. O(n log n).
[[nodiscard]] PlanSummary plan_summary(const Problem& problem, const Layout& layout, bool is_model);

/// The regions: `name`, `base`, `capacity`, `alignment`, `buffers`, `threshold`, `peak`.
[[nodiscard]] FactTable region_facts(const Problem& problem, const PlanSummary& summary);

}  // namespace arenascope
