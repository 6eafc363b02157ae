#pragma once

#include <cstdint>
#include <rapidcheck.h>

#include "core/planner/sharing/shared_block.h"
#include "tests/support/worked_network.h"

namespace arenascope::test {

/// in 8; a 8 = f(in); b 8 = g(in); cat 16 = concat(a, b); r 16 = relu(cat); out 4 = h(r, a). If everything shares, relu
/// cannot overwrite cat, because h reads a. If a is copied, it can.
inline Problem copying_network() {
    NetworkSketch sketch;
    const auto in = sketch.input("in", 8);
    const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
    const auto b = sketch.add("b", OperatorFeature::ordinary, {in}, 8);
    const auto cat = sketch.add("cat", OperatorFeature::merge, {a, b}, 16);
    const auto r = sketch.add("r", OperatorFeature::in_place, {cat}, 16);
    sketch.add("out", OperatorFeature::ordinary, {r, a}, 4);
    return std::move(sketch.problem());
}

/// Every operand that an operator may share, in order.
inline std::vector<SharedOperand> shareable_operands(const Problem& problem) {
    std::vector<SharedOperand> all;
    for (std::size_t i = 0; i < problem.graph->operators.size(); ++i) {
        const Operator& node = problem.graph->operators[i];
        for (std::uint32_t position = 0; position < node.reads.size(); ++position) {
            if (std::find(node.shareable.begin(), node.shareable.end(), position) != node.shareable.end()) {
                all.push_back({OperatorIndex(i), position});
            }
        }
    }
    return all;
}

/// Some operands of the network are decided to be copied.
inline SharingDecisions random_decisions(const Problem& problem) {
    SharingDecisions decisions;
    for (const SharedOperand& one : shareable_operands(problem)) {
        if (*rc::gen::inRange(0, 3) == 0) {
            decisions.copied.push_back(one);
        }
    }
    return decisions;
}

}  // namespace arenascope::test
