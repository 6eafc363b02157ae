#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/base/containers/indexed_vector.h"
#include "core/model/network/network.h"

namespace arenascope {

/// Facts about tensors that their shapes do not tell.
struct TfliteExtents {
    IndexedVector<TensorIndex, bool>
        open;  ///< by TensorIndex: the model leaves an extent open, and the shape holds a placeholder
    std::function<std::optional<std::int64_t>(TensorIndex)> number;  ///< the value of a constant with one integer
};

/// Handles sizes that depend on data, for which the model only has placeholders:
///
///   mask [4, 5] ─▶ WHERE ─▶ places [-1, 2] ─▶ GATHER_ND ─▶ found [-1]
///                           at most [20, 2]                unknown: bounded by no operator
///
/// The outputs of WHERE and UNIQUE have at most as many elements as their input (Tensor::bounded). The outputs of
/// NON_MAX_SUPPRESSION have as many entries as its third operand says; if that is not a constant, they are unknown. A
/// size computed from such values is unknown too if the model leaves it open. Operators are processed in file order.
/// Linear in operands.
void bound_data_sizes(Network& network, const TfliteExtents& extents);

}  // namespace arenascope
