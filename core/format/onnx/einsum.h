#pragma once

#include <string_view>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

/// The output shape of an Einsum equation such as "bij,bjk->bik". Letters are extents; "..." stands for broadcast
/// extents. Without "->", the output has "..." and then, in alphabetical order, each letter that occurs once. Empty if
/// a rank is unknown or the equation does not fit the operands.
[[nodiscard]] std::optional<Extents> einsum_shape(std::string_view equation, const std::vector<Operand>& operands);

}  // namespace arenascope::onnx_file
