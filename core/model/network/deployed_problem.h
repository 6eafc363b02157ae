#pragma once

#include "core/model/memory/deployment.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A deployment as buffers with lifetimes and offsets.
struct DeployedProblem {
    Problem problem;  ///< not yet validated
    Layout layout;
};

/// Derives the buffers of a deployment and their lifetimes. The caller sets the inputs at step 0; then one operator is
/// one step.
///
///   relu  x ─▶ y, at the same offset      x  ├────┤
///                                         y       ├────┤   the memory is handed over at the step of relu
///
/// A buffer lives from the operator that writes it to its last reader, an input from step 0, a buffer with an output to
/// the end, a variable all the time, scratch while its operators run, with its gaps. An input may begin later, and end
/// later, than that. It ends one step earlier if its last reader overwrites it in place. An operand that already lies
/// in the output of its merge has a gap while that output lives, which keeps its bytes. Where only some bytes are read
/// later, the others are free: the buffer has gaps with windows. All buffers are pinned, because operators read parts
/// of them by address: another plan would need another list. O(n log n) for n operands with their parts.
[[nodiscard]] DeployedProblem deployed_problem(const Deployment& deployment);

}  // namespace arenascope
