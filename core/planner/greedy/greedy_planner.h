#pragma once

#include <vector>

#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/planner.h"

namespace arenascope {

/// The planner of a greedy strategy. It places one region after the other. The stop token is called every hundred
/// thousand visits. If the run is stopped before all is placed, the layout of the result is empty. The trace has a
/// frame for each placement. If there are very many buffers, a frame covers several placements, which keeps time and
/// memory linear.
[[nodiscard]] Planner greedy_planner(const GreedyStrategy& strategy);

/// One planner for each of `greedy_strategies()`.
[[nodiscard]] std::vector<Planner> greedy_planners();

}  // namespace arenascope
