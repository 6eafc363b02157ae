#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

/// The elements of a node's outputs that are known before the model runs, computed from those of its operands as the
/// operator's definition says. It covers what models compute shapes with. `outputs` are the types of the outputs as far
/// as they are known. An output of more than `most` elements is unknown. One entry an output. Linear in the elements.
[[nodiscard]] std::vector<std::optional<KnownValue>> known_outputs(const Node& node,
                                                                   const std::vector<Operand>& operands,
                                                                   const std::vector<TensorType>& outputs,
                                                                   std::int64_t most = KnownValue::most_elements);

/// Whether `known_outputs` computes elements of this operator's outputs from elements of its operands.
[[nodiscard]] bool computes_elements(const Node& node);

}  // namespace arenascope::onnx_file
