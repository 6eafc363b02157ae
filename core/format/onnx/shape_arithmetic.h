#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

/// What is known ahead of a run of a node's outputs: the elements of small tensors, computed as the operator's
/// definition says as far as those of the operands are known. It covers what models compute shapes with. `outputs` are
/// the types of the outputs as far as they are known. One entry an output. Linear in the elements.
[[nodiscard]] std::vector<std::optional<KnownValue>> known_outputs(const Node& node,
                                                                   const std::vector<Operand>& operands,
                                                                   const std::vector<TensorType>& outputs);

}  // namespace arenascope::onnx_file
