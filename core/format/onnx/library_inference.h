#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

/// What the ONNX library infers of a node's outputs from what is known of its operands. It knows the operators of its
/// own time; of a newer operator set it takes the latest version that it has. None where it does not know the operator,
/// or where it refuses the node; no exception leaves it. Nodes that hold graphs are not for it. One entry an output.
[[nodiscard]] std::optional<std::vector<TensorType>> types_by_library(const Node& node, std::int64_t operator_set,
                                                                      const std::vector<Operand>& operands);

}  // namespace arenascope::onnx_file
