#include "core/model/order/order_problem.h"

#include <algorithm>
#include <numeric>

namespace arenascope {

bool is_valid_order(const OrderProblem& problem, std::span<const OrderNode> order) {
    std::vector<bool> is_done(problem.size(), false);
    for (const OrderNode node : order) {
        const bool can_run = node < problem.size() && !is_done[node] &&
                             std::ranges::all_of(problem.needs[node], [&](OrderNode one) { return is_done[one]; });
        if (!can_run) {
            return false;
        }
        is_done[node] = true;
    }
    return order.size() == problem.size();
}

OrderProblem reversed(const OrderProblem& problem) {
    const auto mirrored = [&problem](OrderNode node) { return static_cast<OrderNode>(problem.size() - 1 - node); };
    OrderProblem result;
    result.needs.resize(problem.size());
    for (OrderNode node = 0; node < problem.size(); ++node) {
        for (const OrderNode need : problem.needs[node]) {
            result.needs[mirrored(need)].push_back(mirrored(node));
        }
    }
    result.extra.assign(problem.extra.rbegin(), problem.extra.rend());
    for (const OrderTensor& tensor : problem.tensors) {
        OrderTensor& other = result.tensors.emplace_back();
        other.size = tensor.size;
        other.from_start = tensor.to_end;
        other.to_end = tensor.from_start;
        std::transform(tensor.users.rbegin(), tensor.users.rend(), std::back_inserter(other.users), mirrored);
    }
    return result;
}

std::vector<OrderNode> identity_order(std::size_t nodes) {
    std::vector<OrderNode> order(nodes);
    std::iota(order.begin(), order.end(), OrderNode{0});
    return order;
}

}  // namespace arenascope
