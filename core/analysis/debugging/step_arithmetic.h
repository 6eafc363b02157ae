#pragma once

#include "core/analysis/debugging/step_value.h"
#include "core/model/expression/syntax_tree.h"

namespace arenascope {

/// The result of + - * / or, of the first value alone, of a sign; exact. Lacking: an operand is, the result does not
/// fit in 64 bits, or something is divided by 0.
[[nodiscard]] StepValue calculated(ExpressionNode::Kind operation, const StepValue& a, const StepValue& b);

/// Whether the comparison holds; false if a value is lacking. Both values must be of one kind.
[[nodiscard]] bool compared(ExpressionNode::Kind operation, const StepValue& a, const StepValue& b);

}  // namespace arenascope
