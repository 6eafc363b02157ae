#include "core/model/network/operator_features.h"

#include <algorithm>

namespace arenascope {
namespace {

/// The tensors at these indices; an empty list if one is absent.
std::vector<const Tensor*> tensors_at(const Network& network, const std::vector<TensorIndex>& positions) {
    std::vector<const Tensor*> tensors;
    for (const TensorIndex position : positions) {
        if (position == TensorIndex::none()) {
            return {};
        }
        tensors.push_back(&network.tensors[position]);
    }
    return tensors;
}

std::optional<Bytes> known_size(const Tensor& tensor) {
    return size_of(tensor).value_or(std::nullopt);
}

/// Whether all extents before `axis` are 1.
bool is_outermost(const Tensor& whole, std::int64_t axis) {
    if (!whole.shape) {
        return false;
    }
    const auto rank = std::ssize(*whole.shape);
    axis += axis < 0 ? rank : 0;
    return axis >= 0 && axis < rank &&
           std::all_of(whole.shape->begin(), whole.shape->begin() + axis,
                       [](std::int64_t extent) { return extent == 1; });
}

/// The position of each part if the parts are contiguous; empty if they do not form exactly the whole.
std::optional<std::vector<Bytes>> contiguous_parts(const Tensor& whole, const std::vector<const Tensor*>& parts) {
    std::vector<Bytes> positions;
    Bytes end;
    for (const Tensor* part : parts) {
        const auto size = known_size(*part);
        // Elements smaller than a byte would have to be shifted.
        if (!size || part->element_bits % 8 != 0 || part->type != whole.type ||
            part->quantization != whole.quantization) {
            return std::nullopt;
        }
        positions.push_back(end);
        // A tensor may be an operand many times, so the sum may overflow.
        const auto next = checked_add(end.value(), size->value());
        if (!next) {
            return std::nullopt;
        }
        end = Bytes(*next);
    }
    return known_size(whole) == end && !parts.empty() ? std::optional(std::move(positions)) : std::nullopt;
}

NodeFeature in_place(const Network& network, const Node& node, const FeatureRow& row) {
    NodeFeature found{row.feature, {}, {}};
    const auto outputs = tensors_at(network, node.outputs);
    if (outputs.size() != 1) {
        return {};
    }
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const bool is_candidate = row.operand == FeatureRow::any_operand || static_cast<std::size_t>(row.operand) == i;
        if (is_candidate && node.inputs[i] != TensorIndex::none() &&
            same_shape(network.tensors[node.inputs[i]], *outputs.front())) {
            found.shareable.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return found.shareable.empty() ? NodeFeature{} : found;
}

NodeFeature view(const Network& network, const Node& node, const FeatureRow& row) {
    const auto operand = static_cast<std::size_t>(row.operand);
    const auto outputs = tensors_at(network, node.outputs);
    if (operand >= node.inputs.size() || node.inputs[operand] == TensorIndex::none() ||
        outputs.size() != node.outputs.size()) {
        return {};
    }
    const Tensor& whole = network.tensors[node.inputs[operand]];
    NodeFeature found{row.feature, {static_cast<std::uint32_t>(operand)}, {}};
    if (row.condition == FeatureCondition::outermost_axis) {
        auto positions = node.axis && is_outermost(whole, *node.axis) ? contiguous_parts(whole, outputs) : std::nullopt;
        if (!positions) {
            return {};
        }
        found.positions = std::move(*positions);
        return found;
    }
    const auto size = known_size(whole);
    const bool all_alike = size && std::ranges::all_of(outputs, [&](const Tensor* output) {
                               return known_size(*output) == size && output->type == whole.type;
                           });
    return all_alike ? found : NodeFeature{};
}

NodeFeature merge(const Network& network, const Node& node, const FeatureRow& row) {
    const auto outputs = tensors_at(network, node.outputs);
    const auto inputs = tensors_at(network, node.inputs);
    if (outputs.size() != 1 || !node.axis || !is_outermost(*outputs.front(), *node.axis) ||
        !contiguous_parts(*outputs.front(), inputs)) {
        return {};
    }
    NodeFeature found{row.feature, {}, {}};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        found.shareable.push_back(static_cast<std::uint32_t>(i));
    }
    return found;
}

/// Whether a part of an operator reads or writes only some rows of a tensor. It may then share nothing, because the
/// rest is for other parts.
bool has_only_rows(const Network& network, const Node& node) {
    if (!node.part) {
        return false;
    }
    const auto is_cut = [&network](TensorIndex tensor, const TensorRows& rows) {
        return rows.rows.size() != (*network.tensors[tensor].shape)[rows.dimension];
    };
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const auto& read = node.part->reads[i];
        if (read && !network.tensors[node.inputs[i]].constant && is_cut(node.inputs[i], *read)) {
            return true;
        }
    }
    return is_cut(node.outputs.front(), node.part->writes);
}

}  // namespace

NodeFeature feature_of(const Network& network, const Node& node) {
    const auto table = features_of(network.kind);
    const auto row = std::ranges::find_if(table, [&node](const FeatureRow& known) {
        return std::ranges::find(known.types, node.type) != known.types.end();
    });
    if (row == table.end() || !node.shares || !node.captures.empty() || has_only_rows(network, node)) {
        return {};
    }
    switch (row->feature) {
        case OperatorFeature::in_place:
            return in_place(network, node, *row);
        case OperatorFeature::removable:
            return view(network, node, *row);
        case OperatorFeature::merge:
            return merge(network, node, *row);
        case OperatorFeature::ordinary:
            break;
    }
    return {};
}

}  // namespace arenascope
