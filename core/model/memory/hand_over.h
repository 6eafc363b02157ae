#pragma once

#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// Two buffers that may use the same bytes because an operator allows it, and their relative position.
struct HandOver {
    BufferIndex operand;
    BufferIndex written;
    BufferIndex inner;  ///< lies completely inside `outer`
    BufferIndex outer;
    Bytes position;   ///< of the first byte of `inner` in `outer`
    bool same_bytes;  ///< both hold the same data, as in a view; false: the operator overwrites its operand
    friend bool operator==(const HandOver&, const HandOver&) = default;
};

/// Whether each operator is consistent with its buffers, so that they may share memory. A graph from a file may contain
/// operators out of order, operands that do not exist yet, or results that exist earlier or are written twice. A
/// removable operator may have no output. Linear in operands.
[[nodiscard]] std::vector<bool> operators_fit_to_share(const Problem& problem);

/// All pairs that the operators allow to share memory, in execution order:
/// - a view lies in its operand,
/// - the operands of a merge lie one after another in its output,
/// - the output of an in-place operator lies at the first byte of an operand that is not needed later.
/// Empty without a graph. Variables never share, because an operator may write one that it seems only to read. Linear
/// in operands. Source: docs/method.md, section "Operator sharing", with the rule there that sharing never changes a
/// result.
[[nodiscard]] std::vector<HandOver> hand_overs(const Problem& problem);

}  // namespace arenascope
