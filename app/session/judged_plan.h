#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/compare/planner_standing.h"
#include "core/memory/risk.h"
#include "core/planner/planning.h"

namespace arenascope {

/// A planner's result with all that a comparison shows of it.
struct JudgedPlan {
    std::shared_ptr<const Problem> problem;  ///< as planned: the open one itself where the options left it as it was
    std::shared_ptr<const Plan> plan;        ///< without its problem, which would be held once for every planner
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;
    PlannerStanding standing;
    std::int64_t height = 0;  ///< see stack_height()
};

/// Judges a plan whose layout is complete; `before` is a layout of the same buffers. O(n log n): with many buffers
/// nothing for the window's thread.
[[nodiscard]] JudgedPlan judge(Plan plan, const std::shared_ptr<const Problem>& open, const Layout& before);

/// The plan with its problem again.
[[nodiscard]] Plan whole_plan(const JudgedPlan& judged);

}  // namespace arenascope
