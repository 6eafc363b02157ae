#pragma once

#include <vector>

#include "core/memory/problem.h"

namespace arenascope {

/// Two buffers that one operator allows to use the same bytes, and how they lie then.
struct HandOver {
    BufferIndex operand;
    BufferIndex written;
    BufferIndex inner;  ///< the one that lies wholly in the other one
    BufferIndex outer;
    Bytes position;   ///< of the inner one's first byte in the outer one
    bool same_bytes;  ///< both hold the same, as a view and its operand; else the operator writes over its operand
    friend bool operator==(const HandOver&, const HandOver&) = default;
};

/// By operator: whether it fits together with what it reads and writes, so that any of it may share memory. A graph
/// from a file may say anything: operators out of order, operands that do not exist yet, results that were there
/// before or are written twice. A removable one may write nothing: it only names its operand anew. Linear in operands.
[[nodiscard]] std::vector<bool> operators_fit_to_share(const Problem& problem);

/// Everything that the operators of the graph allow, in execution order: a view lies in its operand, the operands of a
/// merge in its output in a row, and what is computed in place at the first byte of an operand that nobody needs later.
/// Empty without a graph. Variables are in none: an operator may write one that it only seems to read. Linear in
/// operands. Source: 001_e2575c4dd07d4c13, and for what it leaves out the rule that sharing must never change a result.
[[nodiscard]] std::vector<HandOver> hand_overs(const Problem& problem);

}  // namespace arenascope
