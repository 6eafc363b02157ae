#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/planner.h"

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

/// The layout of the tensors.
struct TensorPlan {
    Layout layout;        ///< of the whole problem; scratch is not placed
    Bytes lower_bound;    ///< of the tensors alone; 0: they come from the file
    std::string made_by;  ///< `file`, or the planner's name
    std::uint64_t work = 0;
    bool reproducible = true;
    std::vector<Misfit> misfits = {};
};

/// The options `tensors` and `work`.
[[nodiscard]] std::vector<OptionSpec> tensor_options();

/// Places all buffers except the scratch, as the option `tensors` says:
/// - `file`: the placements in the file. If the file's scratch made the heap grow at its bottom, that growth is removed
///   first, unless a tensor is pinned.
/// - `auto`: as `file` if there is scratch, the file places all tensors, and the overlap checker finds no fault;
///   otherwise the default planner.
/// - The name of a planner. It gets the problem without the scratch, and its own default options.
///
/// If a shared object is larger than the buffer in it, the rest is free for scratch. Errors: a tensor without a
/// placement in the file, an unknown planner, `scratch` itself, or an error of that planner.
[[nodiscard]] Expected<TensorPlan> place_tensors(const PlanRequest& request,
                                                 const IndexedVector<BufferIndex, bool>& is_scratch);

}  // namespace arenascope
