#pragma once

#include "core/base/containers/wide.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The work of operators, as far as it is known. Where the multiply-accumulates are not, the bytes that are written
/// stand for it.
struct OperatorWork {
    Int128 multiply_accumulates = 0;
    Int128 bytes = 0;         ///< written by the operators whose multiply-accumulates are not known
    std::size_t counted = 0;  ///< operators whose multiply-accumulates are known

    [[nodiscard]] Int128 total() const { return multiply_accumulates + bytes; }
    void add(const OperatorWork& other);
};

/// Of one operator. Linear in its outputs. Source: docs/method.md, section "Many-core".
[[nodiscard]] OperatorWork operator_work(const Problem& problem, const Operator& node);

/// Of all operators.
[[nodiscard]] OperatorWork work_of_all(const Problem& problem);

}  // namespace arenascope
