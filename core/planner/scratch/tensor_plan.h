#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/planner/planner.h"

namespace arenascope {

/// The tensors' layout, which scratch goes around.
struct TensorPlan {
    Layout layout;        ///< of the whole problem; scratch is not placed
    Bytes lower_bound;    ///< of the tensors alone; 0 where they come from the file
    std::string made_by;  ///< `file`, or the planner's name
    std::uint64_t work = 0;
    bool reproducible = true;
    std::vector<Misfit> misfits = {};
};

/// The options `tensors` and `work`.
[[nodiscard]] std::vector<OptionSpec> tensor_options();

/// Places all buffers but the scratch. `tensors=file` takes the file's own placements (where the file's scratch was
/// placed before, its heap's growth at the bottom is taken back, unless a tensor is pinned); any other value names the
/// planner, which gets the problem without the scratch and its own default options; `auto` is the file where there is
/// scratch, all tensors have a placement in it and the overlap checker finds nothing; else the default planner. A
/// shared object's bytes beyond the buffer that holds it are free for scratch. Errors: a tensor without a placement in
/// the file, an unknown planner, `scratch` itself, or what that planner says.
[[nodiscard]] Expected<TensorPlan> place_tensors(const PlanRequest& request,
                                                 const IndexedVector<BufferIndex, bool>& is_scratch);

}  // namespace arenascope
