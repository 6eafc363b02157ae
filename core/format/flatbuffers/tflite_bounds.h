#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/graph/network.h"
#include "core/memory/indexed_vector.h"

namespace arenascope {

/// What a model says of its tensors besides their shapes.
struct TfliteExtents {
    IndexedVector<TensorIndex, bool>
        open;  ///< by TensorIndex: an extent is left open, and the shape holds a stand-in for it
    std::function<std::optional<std::int64_t>(TensorIndex)> number;  ///< the value of a constant of one whole number
};

/// Sizes that the data decides, where the model gives no more than a stand-in for them:
///
///   mask [4, 5] ─▶ WHERE ─▶ places [-1, 2] ─▶ GATHER_ND ─▶ found [-1]
///                           at most [20, 2]                unknown: bounded by no operator
///
/// WHERE and UNIQUE put out at most as many as they read (Tensor::bounded). NON_MAX_SUPPRESSION puts out exactly as
/// many as its third operand says; where that is no constant, nobody knows. What is computed from such values and left
/// open by the model is unknown, too. Operators are taken in the order of the file. Linear in operands.
void bound_data_sizes(Network& network, const TfliteExtents& extents);

}  // namespace arenascope
