#pragma once

#include "tests/support/placed_plan.h"

namespace arenascope::test {

/// A plan with the network behind it: data → conv → relu and split → concat.
///
///     step  0 conv    data → a
///           1 relu    a → b        in place
///           2 split   a → c        removable
///           3 concat  b, c → d     merge
inline PlacedPlan small_network() {
    PlacedPlan plan = placed_plan({{"data", 0, 1, 1024, 0},
                                   {"a", 0, 3, 2048, 1024},
                                   {"b", 1, 4, 2048, 4096},
                                   {"c", 2, 4, 512, 0},
                                   {"d", 3, 4, 4096, 8192}});
    const auto buffers = [](std::initializer_list<unsigned> indices) {
        std::vector<BufferIndex> result;
        for (const unsigned index : indices) {
            result.emplace_back(index);
        }
        return result;
    };
    Graph graph;
    graph.operators = {
        {"conv", "Convolution", Step(0), buffers({0}), buffers({1}), {"weights"}},
        {"relu", "ReLU", Step(1), buffers({1}), buffers({2}), {}, OperatorFeature::in_place, {0}},
        {"split", "Split", Step(2), buffers({1}), buffers({3}), {}, OperatorFeature::removable, {0}},
        {"concat", "Concat", Step(3), buffers({2, 3}), buffers({4}), {}, OperatorFeature::merge, {0, 1}},
    };
    graph.tensors.assign(5, {"float32", {1, 512}});
    for (const Operator& one : graph.operators) {
        plan.problem.step_labels.push_back({one.step, one.name});
    }
    plan.problem.graph = std::move(graph);
    return plan;
}

}  // namespace arenascope::test
