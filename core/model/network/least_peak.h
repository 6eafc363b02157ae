#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/model/order/least_peak_order.h"

namespace arenascope {

/// A network whose operators are to run in another order, as an order problem.
struct NetworkOrder {
    OrderProblem problem;
    std::vector<OperatorIndex> operators;  ///< by node; in list order, except for operators that read before the writer
    Bytes throughout;                      ///< bytes of the buffers that are alive at every step, and that no node uses
    /// The operators that stay in the order of the file among themselves, in that order.
    std::vector<OperatorIndex> kept;
};

/// What must run before what, and what is alive from when to when, exactly as `run_in_order` turns an order into
/// lifetimes:
/// - An operator runs after the writers of its operands, with or without a buffer.
/// - Operators that use a variable, or a buffer with several writers, keep their order. So do all operators with
/// effects
///   beside their outputs, random ones and unknown ones (Operator::keeps_order).
/// - A buffer is a tensor that its operators use. Scratch that no operator names belongs to the operator of its step.
///   What no operator uses is alive throughout, or left out if it is not.
/// Linear, times log n. Error: the rules above form a cycle; it names an operator.
[[nodiscard]] Expected<NetworkOrder> network_order(const Problem& problem);

/// The order with the lowest threshold that a search found.
struct LeastPeakSearch {
    std::vector<OperatorIndex> order;
    Bytes threshold;                ///< of this order
    Bytes lower_bound;              ///< no order has a lower threshold
    std::string limit;              ///< the operator that needs the lower bound in any order; empty: none alone
    std::vector<std::string> kept;  ///< the operators that stay in the order of the file among themselves
};

/// Searches the order of the operators with the lowest threshold. See `least_peak_order`. Errors: there are no
/// operators, buffers lie in several memories, the file already copies tensors between cores, or a cycle.
[[nodiscard]] Expected<LeastPeakSearch> least_peak_search(const Problem& problem, const OrderLimits& limits = {});

/// The note of the switch `execution-order=least-peak` about the thresholds before and after. `is_bound`: whether the
/// search's lower bound is one for these thresholds, too.
[[nodiscard]] std::string least_peak_note(const LeastPeakSearch& search, Bytes before, Bytes after, bool is_bound);

}  // namespace arenascope
