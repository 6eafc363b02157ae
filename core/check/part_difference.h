#pragma once

#include <optional>
#include <string>

#include "core/model/memory/operator_part.h"

namespace arenascope {

/// What a part of an operator does otherwise than `wanted`, such as "of operand 0 it reads rows 3 up to 9 of dimension
/// 1, not all rows"; the first difference if there are several. Empty: the parts are equal.
[[nodiscard]] std::string part_difference(const OperatorPart& part, const std::optional<OperatorPart>& wanted);

}  // namespace arenascope
