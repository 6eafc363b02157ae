#pragma once

#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// A problem without some of its buffers, which a planner may plan as any other one.
struct TensorProblem {
    Problem problem;
    IndexedVector<BufferIndex, BufferIndex> kept;  ///< by buffer of `problem`: what it is in the whole one
};

/// Leaves buffers out, wherever the problem speaks of them. Linear. An operator that would write one of them, or share
/// memory with one, becomes an ordinary one.
[[nodiscard]] TensorProblem without_buffers(const Problem& whole, const std::vector<bool>& left_out);

/// A layout of the smaller problem as one of the whole: what was left out is not placed. Linear.
[[nodiscard]] Layout whole_layout(const Problem& whole, const TensorProblem& tensors, const Layout& layout);

}  // namespace arenascope
