#pragma once

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The layout of a step of a run, completed by the parts of the run's `result` that hold at this step already:
///
/// - A shared object exists from the first step that placed a buffer in it, and is as large as the largest buffer in it
///   so far. Before, its size is 0, so that the objects keep their numbers.
/// - A sharing group has the members that share bytes with another member. Without such members it does not exist.
/// - An operator is removed if its operand is placed and the placements make it unnecessary.
/// - An operand is copied if it and the outputs of its operator are placed.
/// - The bounds of heaps are those of the result, because a heap has one scale in all steps.
///
/// A step with the placements of the result has all parts of the result. `placed` holds the placements of the step.
/// O(n log n) in the buffers and the memberships.
[[nodiscard]] Layout step_layout(Layout placed, const Layout& result, const Problem& problem);

}  // namespace arenascope
