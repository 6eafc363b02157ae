#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "core/model/order/order_problem.h"

namespace arenascope::test {

/// A stage of a randomly wired network as in S. Xie et al., Exploring randomly wired neural networks for image
/// recognition, ICCV 2019: a ring of nodes with `k` neighbours each, of which every edge is rewired with the
/// probability `p` (Watts and Strogatz), directed from lower to higher numbers. Nodes without predecessor read the
/// output of the stage before, and a last node joins those that nobody reads. Every tensor has `size` bytes.
inline void add_random_stage(OrderProblem& problem, int nodes, int k, double p, std::int64_t size, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&random](std::uint32_t end) { return static_cast<int>(random() % end); };
    std::vector<std::vector<bool>> joined(static_cast<std::size_t>(nodes),
                                          std::vector<bool>(static_cast<std::size_t>(nodes), false));
    const auto join = [&joined](int a, int b, bool value) {
        joined[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = value;
        joined[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = value;
    };
    for (int i = 0; i < nodes; ++i) {
        for (int j = 1; j <= k / 2; ++j) {
            join(i, (i + j) % nodes, true);
        }
    }
    for (int j = 1; j <= k / 2; ++j) {
        for (int i = 0; i < nodes; ++i) {
            if (below(1000) >= static_cast<int>(1000 * p)) {
                continue;
            }
            const int other = below(static_cast<std::uint32_t>(nodes));
            if (other != i && !joined[static_cast<std::size_t>(i)][static_cast<std::size_t>(other)]) {
                join(i, (i + j) % nodes, false);
                join(i, other, true);
            }
        }
    }
    const auto base = static_cast<OrderNode>(problem.size());
    if (base == 0) {
        problem.tensors.push_back({Bytes(size), {}});
        problem.tensors.back().from_start = true;
    }
    const std::size_t input = problem.tensors.size() - 1;
    std::vector<bool> is_read(static_cast<std::size_t>(nodes), false);
    const auto read = [&](OrderNode node, std::size_t tensor, OrderNode from) {
        if (from != node) {
            problem.needs[node].push_back(from);
        }
        problem.tensors[tensor].users.push_back(node);
    };
    for (int i = 0; i <= nodes; ++i) {
        const OrderNode node = base + static_cast<OrderNode>(i);
        problem.needs.emplace_back();
        problem.extra.emplace_back();
        problem.tensors.push_back({Bytes(size), {node}});
        bool reads = false;
        for (int j = 0; j < i; ++j) {
            const auto from = static_cast<std::size_t>(j);
            if (i == nodes ? !is_read[from] : joined[static_cast<std::size_t>(i)][from]) {
                read(node, input + 1 + from, base + static_cast<OrderNode>(j));
                is_read[from] = true;
                reads = true;
            }
        }
        if (!reads) {
            read(node, input, base == 0 ? node : base - 1);
        }
    }
}

}  // namespace arenascope::test
