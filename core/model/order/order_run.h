#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/order/order_problem.h"

namespace arenascope {

/// An order problem as flat lists, for the inner loops of searches.
struct OrderLists {
    explicit OrderLists(const OrderProblem& problem);

    [[nodiscard]] std::size_t nodes() const { return extra.size(); }

    std::vector<std::int64_t> size;       ///< by tensor
    std::vector<std::uint32_t> users;     ///< by tensor: how many nodes use it
    std::vector<bool> from_start;         ///< by tensor
    std::vector<bool> to_end;             ///< by tensor
    std::vector<std::int64_t> extra;      ///< by node
    std::vector<std::uint32_t> waits;     ///< by node: how many it needs
    std::vector<std::uint32_t> touch_of;  ///< by node: where its tensors begin in `touches`; one more at the end
    std::vector<std::uint32_t> touches;
    std::vector<std::uint32_t> next_of;  ///< by node: where those that need it begin in `next`; one more at the end
    std::vector<OrderNode> next;
};

/// Runs the nodes of a problem one by one, and back. Every call is linear in the tensors of the node.
class OrderRun {
public:
    explicit OrderRun(const OrderLists& lists);

    /// Begins anew, with these nodes done (a bit for each node). Linear in the problem.
    void restart(const std::uint64_t* done);

    /// The bytes that are alive between the nodes that have run and those that have not.
    [[nodiscard]] std::int64_t live() const { return live_; }
    /// How many nodes have run.
    [[nodiscard]] std::size_t count() const { return count_; }
    /// The nodes that have run, a bit for each.
    [[nodiscard]] const std::vector<std::uint64_t>& done() const { return done_; }
    /// Whether the node has not run yet, and all that it needs has.
    [[nodiscard]] bool is_ready(OrderNode node) const { return has_bit(ready_, node); }
    /// The first node from `from` on that is ready; the number of nodes if there is none.
    [[nodiscard]] OrderNode next_ready(OrderNode from) const;

    /// The bytes that are alive while a ready node runs now.
    [[nodiscard]] std::int64_t need(OrderNode node) const;
    /// By how much the live bytes grow when a ready node runs now. It never grows as more other nodes have run: the
    /// live bytes are a submodular function of the set of nodes that have run.
    [[nodiscard]] std::int64_t growth(OrderNode node) const;

    void run(OrderNode node);
    /// Takes the last `run` back.
    void take_back(OrderNode node);

private:
    [[nodiscard]] static bool has_bit(const std::vector<std::uint64_t>& bits, OrderNode node) {
        return (bits[node / 64] >> (node % 64) & 1U) != 0;
    }
    [[nodiscard]] bool has_begun(std::uint32_t tensor) const {
        return lists_->from_start[tensor] || left_[tensor] < lists_->users[tensor];
    }

    const OrderLists* lists_;
    std::vector<std::uint32_t> left_;   ///< by tensor: users that have not run
    std::vector<std::uint32_t> waits_;  ///< by node: nodes that it needs and that have not run
    std::vector<std::uint64_t> done_;   ///< a bit for each node
    std::vector<std::uint64_t> ready_;  ///< a bit for each node
    std::int64_t live_ = 0;
    std::size_t count_ = 0;
};

/// The most bytes that are alive at a step of this valid order. Linear.
[[nodiscard]] Bytes peak_of(const OrderProblem& problem, std::span<const OrderNode> order);

}  // namespace arenascope
