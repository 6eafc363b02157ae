#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

/// Output types of a node by our own rules. They cover operators that are newer than the library, or of which it infers
/// less: Reshape with partly known shapes, Resize, Pad, Split, reductions with an axes operand, and operators that keep
/// the shape of their first operand. Empty: no rule; ask the library. One entry for each output.
[[nodiscard]] std::optional<std::vector<TensorType>> types_by_rule(const Node& node, std::int64_t operator_set,
                                                                   const std::vector<Operand>& operands);

}  // namespace arenascope::onnx_file
