#pragma once

#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The operators in the order in which a depth-first search finishes them. It begins at each operator whose outputs
/// nobody reads, in list order. It visits the writers of the operands first, in operand order, then the operator
/// itself. Each branch is therefore complete before the next one begins.
///
///   a ─┬▶ b ─▶ c ─┐        list: a b d c e f      order: a b c d e f
///      └▶ d ─▶ e ─┴▶ f
///
/// Operators that use a variable, or a buffer with several writers, keep their order. O(operators + operands). The
/// error names an operator of a cycle. Source: docs/method.md, section "Scratch buffers".
[[nodiscard]] Expected<std::vector<OperatorIndex>> depth_first_order(const Problem& problem);

/// Lists the operators in this order. They take the same steps as before, in ascending order. Linear, times log n.
void put_in_order(Graph& graph, const std::vector<OperatorIndex>& order);

/// Whether the lifetime of a buffer keeps its ends when operators run in another order.
struct FixedEnds {
    bool begin = false;  ///< it begins at the first step in any order
    bool end = false;    ///< it ends with the last step in any order
};

/// By buffer, the ends that `run_in_order` keeps. Linear.
[[nodiscard]] IndexedVector<BufferIndex, FixedEnds> fixed_ends(const Problem& problem);

/// Runs the operators in another order, which must contain each of them once. They take the same steps as before, in
/// ascending order, and step labels move with them. Each lifetime then spans from the first to the last operator that
/// uses the buffer. If it began at the first step or ended at the last step for another reason, it still does. A buffer
/// that no operator uses keeps its lifetime; if it is scratch of one step, it moves with the operator of that step.
/// Gaps are dropped. Linear, times log n for the steps.
void run_in_order(Problem& problem, const std::vector<OperatorIndex>& order);

/// Sets the lifetimes of `buffers` from the steps of the operators that use them. Inputs live from the first step,
/// outputs to the last, variables all the time. Linear. The error names a buffer that no operator uses.
[[nodiscard]] Expected<void> derive_lifetimes(Problem& problem, const std::vector<BufferIndex>& buffers);

/// The note about placements that were dropped, because they were made for another order.
[[nodiscard]] std::string note_on_placements();

/// Applies the switch `execution-order=depth-first`: changes order and lifetimes, adds notes for people, and removes
/// all placements, because they were made for other lifetimes. Errors: a cycle, or tensors that are already copied
/// between cores.
[[nodiscard]] Expected<void> run_depth_first(Problem& problem, Layout& layout, std::vector<std::string>& notes);

}  // namespace arenascope
