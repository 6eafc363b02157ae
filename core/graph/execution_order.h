#pragma once

#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// Operators in the order in which a depth-first search over the graph of their operands finishes them: from each
/// operator whose outputs nobody reads, in the order of the list, first what writes its operands, in operand order,
/// then itself. So a branch is done before the next one begins.
///
///   a ─┬▶ b ─▶ c ─┐        list: a b d c e f      order: a b c d e f
///      └▶ d ─▶ e ─┴▶ f
///
/// What several operators write, and a variable, keeps the order of the list among all that touch it. O(operators +
/// operands). The error names an operator of a cycle. Source: 004_1da6691e92b8fba4, paragraph 50; method 6.1.
[[nodiscard]] Expected<std::vector<OperatorIndex>> depth_first_order(const Problem& problem);

/// Gives the operators the steps that they have together, in that order, and lists them so. Linear, times log n.
void put_in_order(Graph& graph, const std::vector<OperatorIndex>& order);

/// Lets the operators run in another order, which lists each of them once: they take the same steps in turn, and the
/// graph lists them so. Labels go with their operators, and lifetimes follow: from the first operator that writes or
/// reads a buffer to the last one. What lived from the first step stays from there, what lived to the last step stays
/// to there, and what no operator touches stays, or goes with the operator of its step where it is scratch of one step.
/// Gaps are dropped. Linear, times log n for the steps.
void run_in_order(Problem& problem, const std::vector<OperatorIndex>& order);

/// Gives each of these buffers the lifetime that follows from the operators that write and read it, in the steps that
/// these have: an input from the first step, an output to the last one, a variable throughout. Linear.
/// The error names a buffer that no operator touches.
[[nodiscard]] Expected<void> derive_lifetimes(Problem& problem, const std::vector<BufferIndex>& buffers);

/// What the switch `execution-order=depth-first` does: order and lifetimes anew, notes for people, and no placement any
/// more, as all were made for other lifetimes. The error: a cycle, or tensors that cross between cores already.
[[nodiscard]] Expected<void> run_depth_first(Problem& problem, Layout& layout, std::vector<std::string>& notes);

}  // namespace arenascope
