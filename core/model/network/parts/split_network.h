#pragma once

#include <vector>

#include "core/model/network/network.h"
#include "core/model/network/parts/chain.h"
#include "core/model/network/parts/split_steps.h"

namespace arenascope {

/// The network with these chains in parts, which must be disjoint, ascending, and without a reason against them.
///
///   x ─▶ a ─▶ y     in 2 parts:   x ─▶ a, part 1 of 2 ─▶ y        x and y stay whole: x until the last part has read
///                                 x ─▶ a, part 2 of 2 ─▶ y        it, y from the first part on
///
/// Each part of each step is a node called "NAME, part 2 of 4", and what it writes inside the chain a tensor of exactly
/// the rows that its readers in that part need. The nodes of a part follow each other, part after part. Results are the
/// same to the bit: rows that two parts need are computed twice. A plan inside the model is left out, because it was
/// made for whole tensors. Linear in the nodes of the result.
[[nodiscard]] Network split_network(const SplitSteps& steps, const std::vector<Chain>& chains);

}  // namespace arenascope
