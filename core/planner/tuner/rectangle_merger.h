#pragma once

#include <span>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/quantity.h"
#include "core/memory/risk.h"

namespace arenascope {

/// The merger: one sequence in falling risk. `tuned` holds the tuned high and then the tuned medium rectangles; low and
/// none follow in the order that they had in `previous`. Linear.
/// Source: 000_ac36546300477820, paragraphs 122 and 154.
[[nodiscard]] std::vector<BufferIndex> merge(std::vector<BufferIndex> tuned, std::span<const BufferIndex> previous,
                                             IndexedSpan<BufferIndex, const Risk> risks);

}  // namespace arenascope
