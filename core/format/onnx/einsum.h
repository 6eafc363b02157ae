#pragma once

#include <string_view>

#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

/// The shape that an equation of sums over products gives, such as "bij,bjk->bik": letters are extents, "..." stands
/// for those that are spread over each other. Without "->" the result has "..." and then each letter that comes once,
/// in the order of the alphabet. None where a rank is not known, or the equation does not fit the operands.
[[nodiscard]] std::optional<Extents> einsum_shape(std::string_view equation, const std::vector<Operand>& operands);

}  // namespace arenascope::onnx_file
