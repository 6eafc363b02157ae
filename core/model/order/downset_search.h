#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/model/order/order_problem.h"

namespace arenascope {

/// What a search of orders may do, and what is already known.
struct DownsetLimits {
    Bytes floor;                            ///< an order of this peak is as good as any lower one
    Bytes ceiling;                          ///< only orders with a lower peak are wanted
    std::size_t states;                     ///< the most downsets to keep
    std::function<bool()> is_stopped = {};  ///< polled now and then; empty: never
};

struct DownsetResult {
    std::optional<std::vector<OrderNode>> order;  ///< below the ceiling; empty: none was found
    Bytes lower_bound;       ///< no order has a lower peak; at least the floor, at most the ceiling
    std::size_t states = 0;  ///< the downsets that it kept
};

/// Exact: a shortest path over downsets, where the length of a path is its peak. A downset is a set of nodes that may
/// have run so far, and what is alive behind it does not depend on their order. So of all orders of a downset only the
/// best is kept, which is the dynamic programme of B. H. Ahn et al., Ordering chaos: memory-aware scheduling of
/// irregularly wired neural networks for edge devices (SERENITY), MLSys 2020.
///
///   {} ─▶ {a} ─▶ {a b} ─▶ {a b c} ┐
///           └──▶ {a d} ─▶ {a b d} ┴▶ {a b c d} ─▶ …
///
/// Downsets come by ascending peak (Dijkstra), those of equal peak by descending count. So the peak of the first open
/// one is a lower bound at any time, and the first complete order is a best one. Three rules keep it small:
/// - Bound: what would reach the ceiling is dropped.
/// - At once: a ready node whose step stays within the peak so far, and that does not grow the live bytes, runs now and
///   nothing else is tried. Live bytes are submodular in the set of nodes that have run, so in any best order such a
///   node may move to the front: every step that it passes keeps or loses bytes.
/// - Chains: the same holds for nodes of which each needs the one before, if the live bytes never fall below those
///   behind the last.
/// Deterministic. At most `states` times O(nodes + users).
[[nodiscard]] DownsetResult search_downsets(const OrderProblem& problem, const DownsetLimits& limits);

/// Not exact: of the downsets of each size, only the `width` best by peak, then by live bytes, are followed. The same
/// rules hold. Gives an order below the ceiling, or nothing. At most width · nodes times O(nodes + users).
[[nodiscard]] std::optional<std::vector<OrderNode>> beam_order(const OrderProblem& problem, std::size_t width,
                                                               const DownsetLimits& limits);

}  // namespace arenascope
