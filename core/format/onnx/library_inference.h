#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

/// Output types of a node as the ONNX library infers them from its operands, one for each output. The library knows
/// operators up to its own version; for a newer operator set it uses its latest version. Empty: the library does not
/// know the operator or rejects the node. Throws nothing. Not for nodes with subgraphs.
[[nodiscard]] std::optional<std::vector<TensorType>> types_by_library(const Node& node, std::int64_t operator_set,
                                                                      const std::vector<Operand>& operands);

}  // namespace arenascope::onnx_file
