#pragma once

#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A problem without some of its buffers, which any planner can plan.
struct TensorProblem {
    Problem problem;
    IndexedVector<BufferIndex, BufferIndex> kept;  ///< by buffer of `problem`: its index in the whole problem
};

/// Removes buffers and all references to them from a problem. An operator becomes an ordinary one if it writes a
/// removed buffer or shares memory with one. Linear.
[[nodiscard]] TensorProblem without_buffers(const Problem& whole, const std::vector<bool>& left_out);

/// Turns a layout of the smaller problem into one of the whole problem; removed buffers are unplaced. Linear.
[[nodiscard]] Layout whole_layout(const Problem& whole, const TensorProblem& tensors, const Layout& layout);

}  // namespace arenascope
