#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

/// The types of a node's outputs by rules of our own, for operators of which the library says less than is known, or
/// which are newer than it: reshaping by partly known numbers, resizing, padding, splitting, reducing by an operand,
/// and operators that keep the shape of their first operand. None where no rule is for the operator; then the library
/// is to be asked. One entry an output.
[[nodiscard]] std::optional<std::vector<TensorType>> types_by_rule(const Node& node, std::int64_t operator_set,
                                                                   const std::vector<Operand>& operands);

}  // namespace arenascope::onnx_file
