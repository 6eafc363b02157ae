#include "core/model/network/constant_folding.h"

#include <algorithm>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

/// Whether a node has operands, and all of them are constant.
bool reads_constants_alone(const Node& node, const IndexedVector<TensorIndex, bool>& is_constant) {
    std::size_t present = 0;
    const auto is_known = [&](TensorIndex operand) {
        present += operand == TensorIndex::none() ? 0 : 1;
        return operand == TensorIndex::none() || is_constant[operand];
    };
    return std::ranges::all_of(node.inputs, is_known) && std::ranges::all_of(node.captures, is_known) && present > 0;
}

}  // namespace

std::vector<bool> fold_constants(const Network& network, IndexedVector<TensorIndex, bool>& is_constant) {
    IndexedVector<TensorIndex, std::vector<std::size_t>> readers(network.tensors.size());
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        const Node& node = network.nodes[i];
        waiting.push_back(i);
        const auto note = [&](TensorIndex operand) {
            if (operand != TensorIndex::none() && !is_constant[operand]) {
                readers[operand].push_back(i);
            }
        };
        std::ranges::for_each(node.inputs, note);
        std::ranges::for_each(node.captures, note);
    }
    std::vector<bool> is_folded(network.nodes.size(), false);
    while (!waiting.empty()) {
        const std::size_t i = waiting.back();
        waiting.pop_back();
        const Node& node = network.nodes[i];
        if (is_folded[i] || !node.folds || !reads_constants_alone(node, is_constant)) {
            continue;
        }
        is_folded[i] = true;
        for (const TensorIndex output : node.outputs) {
            if (output != TensorIndex::none() && !is_constant[output]) {
                is_constant[output] = true;
                const auto& next = readers[output];
                waiting.insert(waiting.end(), next.begin(), next.end());
            }
        }
    }
    return is_folded;
}

}  // namespace arenascope
