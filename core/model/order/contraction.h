#pragma once

#include <vector>

#include "core/model/order/order_problem.h"

namespace arenascope {

/// A problem in which some nodes stand for several, with the same least peak.
struct Contraction {
    OrderProblem problem;
    std::vector<std::vector<OrderNode>>
        members;  ///< by its node, those of the original, in the order in which they run
};

/// Joins two nodes if some best order runs one right after the other, again and again. Two cases, the second being the
/// first with time reversed:
///
/// 1. `a` is needed by `s` alone, the live bytes do not shrink by running it, and its step needs no more than that of
///    `s` behind it. In any order, `a` may then move back to right before `s`: the nodes between keep or lose live
///    bytes, and its own step stays below that of `s`.
/// 2. `s` needs `a` alone, the live bytes do not grow by running it, and its step needs no more than that of `a`. It
///    may then move forward to right behind `a`.
///
///   live      ┌─┐                 a rises into the hill of s and is joined to it. b falls from that hill, too.
///          ┌──┘ └─┐  ┌──          The valley behind b stays a place where other branches may run.
///        ──┘a s  b└──┘c
///
/// Both need growth and need of the node that moves to be the same wherever it runs. So each tensor of it may be used
/// by other nodes only if they run before it, or after it, in every order.
/// These are the hills and valleys of J. W. H. Liu, An application of generalized tree pebbling to sparse matrix
/// factorization, SIAM J. Algebraic Discrete Methods 8 (1987), which E. Kayaaslan et al., Scheduling series-parallel
/// task graphs to minimize peak memory, Theoretical Computer Science 707 (2018), use for series-parallel graphs. Here
/// two nodes are joined only where the exchange above holds in any graph.
/// O(nodes · needs / 64 + users²) a round; each round joins at least one pair.
[[nodiscard]] Contraction contracted(const OrderProblem& problem);

/// The order of the original nodes for an order of the contracted ones.
[[nodiscard]] std::vector<OrderNode> expanded(const Contraction& contraction, const std::vector<OrderNode>& order);

}  // namespace arenascope
