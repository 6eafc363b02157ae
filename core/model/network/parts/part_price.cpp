#include "core/model/network/parts/part_price.h"

#include "core/model/network/constant_folding.h"
#include "core/model/network/multiply_accumulates.h"

namespace arenascope {
namespace {

/// The bytes of some rows of a tensor, or of all of it; 0 if its size is unknown.
std::int64_t bytes_of(const Tensor& tensor, const TensorRows* rows) {
    const auto size = size_of(tensor);
    if (!size || !*size) {
        return 0;
    }
    const std::int64_t whole = (*size)->value();
    return rows == nullptr ? whole : whole / (*tensor.shape)[rows->dimension] * rows->rows.size();
}

}  // namespace

RunPrice price_of_run(const Network& network, bool fold) {
    IndexedVector<TensorIndex, bool> constant(network.tensors.size(), false);
    for (std::size_t i = 0; i < network.tensors.size(); ++i) {
        constant[i] = network.tensors[i].constant && !network.tensors[i].variable;
    }
    const auto is_folded = fold ? fold_constants(network, constant) : std::vector<bool>(network.nodes.size(), false);
    RunPrice price;
    const auto add = [](std::int64_t& sum, std::int64_t more) { sum = checked_add(sum, more).value_or(sum); };
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        if (is_folded[i]) {
            continue;
        }
        const Node& node = network.nodes[i];
        add(price.work, multiply_accumulates(network, node).value_or(0));
        for (std::size_t k = 0; k < node.inputs.size(); ++k) {
            if (const TensorIndex read = node.inputs[k]; read != TensorIndex::none() && !constant[read]) {
                const bool has_rows = node.part && node.part->reads[k];
                add(price.traffic, bytes_of(network.tensors[read], has_rows ? &*node.part->reads[k] : nullptr));
            }
        }
        for (const TensorIndex written : node.outputs) {
            if (written != TensorIndex::none() && !constant[written]) {
                add(price.traffic, bytes_of(network.tensors[written], node.part ? &node.part->writes : nullptr));
            }
        }
    }
    return price;
}

}  // namespace arenascope
