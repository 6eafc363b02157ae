#pragma once

#include "core/model/network/body_memory.h"

namespace arenascope {

/// Plans the graphs inside the operators of one import, each alone. The default planner plans graphs of up to 500
/// buffers, but at most 10,000 buffers in total; all others are planned by offsets-greedy-by-size. The result counts
/// the buffers that it has planned, so each import takes a new one. Errors: those of run_planner().
[[nodiscard]] BodyPlanner planner_of_bodies();

}  // namespace arenascope
