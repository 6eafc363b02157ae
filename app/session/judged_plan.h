#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/analysis/compare/planner_standing.h"
#include "core/model/tiers/risk.h"
#include "core/planner/planning.h"

namespace arenascope {

/// A planner's result with everything that a comparison shows of it.
struct JudgedPlan {
    std::shared_ptr<const Problem> problem;  ///< as planned; the open problem itself if the options did not change it
    std::shared_ptr<const Plan> plan;        ///< without its problem, so that equal problems are stored once
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;
    PlannerStanding standing;
    std::int64_t height = 0;  ///< see stack_height()
};

/// Judges a plan with a complete layout. `before` is a layout of the same buffers. O(n log n), so use another thread if
/// there are many buffers.
[[nodiscard]] JudgedPlan judge(Plan plan, const std::shared_ptr<const Problem>& open, const Layout& before);

/// The plan including its problem.
[[nodiscard]] Plan whole_plan(const JudgedPlan& judged);

}  // namespace arenascope
