#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/explain/plan_height.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

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

}  // namespace arenascope
