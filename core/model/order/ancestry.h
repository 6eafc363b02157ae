#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/order/order_problem.h"

namespace arenascope {

/// Which nodes of an order problem run before which others in every order. Two bits for each pair of nodes.
class Ancestry {
public:
    /// O(nodes · needs / 64).
    explicit Ancestry(const OrderProblem& problem);

    /// Whether `a` runs before `b` in every order. A node does not run before itself.
    [[nodiscard]] bool is_before(OrderNode a, OrderNode b) const {
        return (before_[b * words_ + a / 64] >> (a % 64) & 1U) != 0;
    }
    /// The nodes that run before or after a node in every order, a bit for each.
    [[nodiscard]] const std::uint64_t* before(OrderNode node) const { return &before_[node * words_]; }
    [[nodiscard]] const std::uint64_t* after(OrderNode node) const { return &after_[node * words_]; }
    [[nodiscard]] std::size_t words() const { return words_; }
    /// How many of the nodes 0, 1, 2, … run before `node`, up to the first that need not.
    [[nodiscard]] std::size_t common_start(OrderNode node) const;

private:
    std::size_t words_;
    std::vector<std::uint64_t> before_;
    std::vector<std::uint64_t> after_;
};

/// By node, the bytes that are alive at its step in every order: its own tensors and all that a node before it and a
/// node after it use. The largest is a lower bound of every peak. O(nodes · users / 64 + nodes · tensors).
[[nodiscard]] std::vector<Bytes> forced_bytes(const OrderProblem& problem, const Ancestry& ancestry);

}  // namespace arenascope
