#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "core/model/order/order_problem.h"

namespace arenascope {

/// How long the search of an order may take. Counted in downsets, not in seconds, so that the result is the same on
/// any machine.
struct OrderLimits {
    std::size_t states = std::size_t{1} << 19U;  ///< fewer for parts of more than 256 nodes, in proportion
    std::function<bool()> is_stopped = {};       ///< ends the search with the best order so far; empty: never
};

/// The most nodes of a problem that is searched. Its ancestry takes 64 MiB then.
inline constexpr std::size_t most_ordered_nodes = std::size_t{1} << 14U;

/// An order and what is known of it.
struct LeastPeakOrder {
    std::vector<OrderNode> order;
    Bytes peak;         ///< of this order, never above that of the identity
    Bytes lower_bound;  ///< no order has a lower peak; equal: this order is a best one
    /// A node at whose step the lower bound is alive in every order; empty: the bound follows from several nodes.
    std::optional<OrderNode> narrowest = {};
    std::size_t states = 0;  ///< the downsets that searches kept
};

/// Searches the order with the least peak. The identity is the first candidate.
///
///   problem ─▶ series parts ─▶ contraction ─▶ beam: a good order, its peak is the ceiling
///                                         └─▶ downsets forwards, then backwards in time: a proof, or a bound
///
/// The largest lower bound of a part is the floor of all: no other part need be better. So most parts need no search.
/// A problem of more than `most_ordered_nodes` keeps its order, and its bound is what one node needs at least.
/// Deterministic unless stopped. The searches take O(states · users) altogether, beside O(nodes · needs / 64).
[[nodiscard]] LeastPeakOrder least_peak_order(const OrderProblem& problem, const OrderLimits& limits = {});

}  // namespace arenascope
