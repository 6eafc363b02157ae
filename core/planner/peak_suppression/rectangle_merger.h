#pragma once

#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/quantity.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// The merger: one sequence by falling risk. `tuned` holds the tuned high buffers, then the tuned medium ones. Low and
/// none buffers follow in their order in `previous`. Linear.
///
/// Source: docs/method.md, "Peak suppression", step 6.
[[nodiscard]] std::vector<BufferIndex> merge(std::vector<BufferIndex> tuned, std::span<const BufferIndex> previous,
                                             IndexedSpan<BufferIndex, const Risk> risks);

}  // namespace arenascope
