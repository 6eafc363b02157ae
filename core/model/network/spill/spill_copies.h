#pragma once

#include <vector>

#include "core/model/memory/problem.h"
#include "core/model/network/spill/spill_problem.h"

namespace arenascope {

/// Gives buffers the memories that a choice says, as further buffers with transfers where they move. Operators then use
/// the buffer that they find at their step. `steps`: the step of each time. `items` and `choice` belong to `buffers`.
/// The first of the buffers that stand for one keeps its name and its position; the others are called `x@REGION`.
/// Linear in operands, times the moves of a buffer.
void move_buffers(Problem& problem, RegionIndex first, RegionIndex second, const std::vector<BufferIndex>& buffers,
                  const std::vector<SpillItem>& items, const SpillChoice& choice, const std::vector<Step>& steps);

}  // namespace arenascope
