#pragma once

#include <cstdint>
#include <rapidcheck.h>
#include <vector>

#include "core/model/order/order_problem.h"

namespace arenascope::test {

/// Any order problem of fewer than `most` nodes: each node needs some earlier ones, reads their outputs, and has an
/// output of its own and perhaps scratch. Some tensors have users that need not come one before the other.
inline OrderProblem random_order_problem(int most) {
    using rc::gen::inRange;
    OrderProblem problem;
    const auto count = static_cast<OrderNode>(*inRange(1, most));
    const int sparseness = *inRange(2, 5);
    problem.needs.resize(count);
    problem.extra.resize(count);
    for (OrderNode node = 0; node < count; ++node) {
        problem.tensors.push_back({Bytes(*inRange<std::int64_t>(1, 8)), {node}});
        problem.tensors.back().to_end = *inRange(0, 6) == 0;
        problem.tensors.back().from_start = *inRange(0, 9) == 0;
        for (OrderNode need = 0; need < node; ++need) {
            if (*inRange(0, sparseness) == 0) {
                problem.needs[node].push_back(need);
                if (*inRange(0, 5) > 0) {
                    problem.tensors[need].users.push_back(node);
                }
            }
        }
    }
    for (OrderNode node = 0; node < count; ++node) {
        if (*inRange(0, 3) == 0) {
            problem.tensors.push_back({Bytes(*inRange<std::int64_t>(1, 12)), {node}});
        }
    }
    for (int i = *inRange(0, 3); i > 0; --i) {
        OrderTensor shared{Bytes(*inRange<std::int64_t>(1, 8)), {}};
        for (OrderNode node = 0; node < count; ++node) {
            if (*inRange(0, 2) == 0) {
                shared.users.push_back(node);
            }
        }
        shared.from_start = *inRange(0, 2) == 0;
        if (!shared.users.empty()) {
            problem.tensors.push_back(std::move(shared));
        }
    }
    return problem;
}

}  // namespace arenascope::test
