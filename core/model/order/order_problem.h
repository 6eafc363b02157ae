#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// A node of an order problem: its position in the order that the problem came with.
using OrderNode = std::uint32_t;

/// Bytes that are alive from the first to the last step of the nodes that use them. Tensors that share memory are one
/// such tensor with the users of all. Scratch is one with a single user.
struct OrderTensor {
    Bytes size;
    std::vector<OrderNode> users;  ///< ascending, each once; at least one
    bool from_start = false;       ///< alive from the first step on
    bool to_end = false;           ///< alive up to the last step
};

/// In which order do these nodes run, one at each step, so that the most bytes that are ever alive are least?
///
///        ┌─▶ b ──▶ c ─┐         order a b d c e f: both branches hold their large outputs at once
///   a ───┤  (9)   (1) ├─▶ f     order a b c d e f: one branch shrinks before the other grows
///        └─▶ d ──▶ e ─┘
///           (9)   (1)
struct OrderProblem {
    /// By node, those that must run before it; all are smaller, so that the identity is a valid order.
    std::vector<std::vector<OrderNode>> needs;
    std::vector<OrderTensor> tensors;
    /// By node: bytes that its step needs beside the live tensors. Negative where a node stands for two that run one
    /// after the other, so that not all of their tensors are alive at once.
    std::vector<Bytes> extra;

    [[nodiscard]] std::size_t size() const { return needs.size(); }
};

/// Whether the order contains each node once, after those that it needs. Linear.
[[nodiscard]] bool is_valid_order(const OrderProblem& problem, std::span<const OrderNode> order);

/// The problem with time reversed: node i becomes node n − 1 − i. An order reversed has the same peak. Linear.
[[nodiscard]] OrderProblem reversed(const OrderProblem& problem);

/// The order 0, 1, 2, …
[[nodiscard]] std::vector<OrderNode> identity_order(std::size_t nodes);

}  // namespace arenascope
