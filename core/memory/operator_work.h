#pragma once

#include "core/memory/problem.h"
#include "core/memory/wide.h"

namespace arenascope {

/// The work of an operator: the bytes that it reads and writes. An operand that is named several times is read once.
/// O(n log n) in its operands.
/// Source: docs/method.md, section "Many-core".
[[nodiscard]] Int128 operator_work(const Problem& problem, const Operator& node);

}  // namespace arenascope
