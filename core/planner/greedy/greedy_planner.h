#pragma once

#include <vector>

#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/planner.h"

namespace arenascope {

/// The planner of a greedy strategy: places the regions one after the other. The stop token is asked every hundred
/// thousand visits; stopped before all is placed, the result's layout is empty. The trace holds a frame a placement or,
/// of many buffers, a frame for several, so that it takes no more than linear time and memory.
[[nodiscard]] Planner greedy_planner(const GreedyStrategy& strategy);

/// One for each of `greedy_strategies()`.
[[nodiscard]] std::vector<Planner> greedy_planners();

}  // namespace arenascope
