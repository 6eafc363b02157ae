#include <algorithm>
#include <utility>

#include "core/format/onnx/type_propagation.h"

// The part of TypePropagation that handles subgraphs and functions of the model.

namespace arenascope::onnx_file {
namespace {

/// The type that covers both: where they differ it is unknown.
TensorType common_type(const TensorType& a, const TensorType& b) {
    TensorType type{a.kind == b.kind ? a.kind : DeclaredType::Kind::none, a.element == b.element ? a.element : 0, {}};
    if (a.shape && b.shape && a.shape->size() == b.shape->size()) {
        type.shape = a.shape;
        for (std::size_t i = 0; i < type.shape->size(); ++i) {
            if ((*b.shape)[i] != (*a.shape)[i]) {
                (*type.shape)[i] = unknown_extent;
            }
        }
    }
    return type;
}

KnownTensor without_value(const Operand& operand) {
    return {operand.type != nullptr ? *operand.type : TensorType(), std::nullopt};
}

const Graph* graph_of(const Node& node, std::string_view attribute) {
    const Attribute* found = attribute_of(node, attribute);
    return found != nullptr && found->graphs.size() == 1 ? &found->graphs.front() : nullptr;
}

/// The value of a known boolean scalar; empty: unknown.
std::optional<bool> known_boolean(const KnownValue* value) {
    const bool is_known = value != nullptr && value->is_integer() && value->numbers.size() == 1 && value->all_known();
    return is_known ? std::optional(value->numbers.front().integer != 0) : std::nullopt;
}

KnownTensor scalar(std::int64_t element, Number number) {
    return {{DeclaredType::Kind::tensor, element, Extents()}, KnownValue{element, {}, {number}}};
}

/// A node of a function, with references to attributes replaced by the attributes of the call.
Node with_call_attributes(const Node& node, const Node& call, const Function& function) {
    Node filled = node;
    for (Attribute& attribute : filled.attributes) {
        if (attribute.reference.empty()) {
            continue;
        }
        const Attribute* given = attribute_of(call, attribute.reference);
        if (given == nullptr) {
            const auto standard = std::ranges::find_if(function.defaults, [&attribute](const Attribute& candidate) {
                return candidate.name == attribute.reference;
            });
            given = standard != function.defaults.end() ? &*standard : nullptr;
        }
        const std::string_view name = attribute.name;
        attribute = given != nullptr ? *given : Attribute();
        attribute.name = name;
    }
    return filled;
}

}  // namespace

/// The outputs of a subgraph.
TypePropagation::Tensors TypePropagation::inner(const Graph& graph, const std::vector<KnownTensor>& inputs,
                                                const Scope& scope) {
    Tensors outputs(graph.outputs.size());
    if (!may_enter(graph.nodes)) {
        return outputs;
    }
    ++depth_;
    Scope own(&scope);
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        own.put(graph.inputs[i].name, i < inputs.size() ? inputs[i] : KnownTensor());
    }
    run(graph, own);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (const KnownTensor* found = own.find(graph.outputs[i].name)) {
            outputs[i] = *found;
        }
    }
    if (calls_ == 0) {
        inside_.insert_or_assign(&graph, own.take());
    }
    --depth_;
    return outputs;
}

const Scope::Values* TypePropagation::values_inside(const Graph& graph) const {
    const auto found = inside_.find(&graph);
    return found != inside_.end() ? &found->second : nullptr;
}

TypePropagation::Tensors TypePropagation::branch(const Node& node, const Scope& scope,
                                                 const std::vector<Operand>& operands) {
    const Graph* yes = graph_of(node, "then_branch");
    const Graph* no = graph_of(node, "else_branch");
    if (yes == nullptr || no == nullptr) {
        return {};
    }
    if (const auto chosen = known_boolean(operand_at(operands, 0).value)) {
        return inner(*chosen ? *yes : *no, {}, scope);
    }
    Tensors outputs = inner(*yes, {}, scope);
    const Tensors others = inner(*no, {}, scope);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const bool is_bounded = outputs[i].bounded || (i < others.size() && others[i].bounded);
        outputs[i] = {i < others.size() ? common_type(outputs[i].type, others[i].type) : TensorType(),
                      std::nullopt,
                      {},
                      is_bounded};
    }
    return outputs;
}

TypePropagation::Tensors TypePropagation::loop(const Node& node, const Scope& scope,
                                               const std::vector<Operand>& operands) {
    const Graph* body = graph_of(node, "body");
    constexpr std::size_t before_carried = 2;
    if (body == nullptr || body->inputs.size() < before_carried || body->outputs.empty()) {
        return {};
    }
    const std::size_t carried = body->inputs.size() - before_carried;
    // While the body runs, the condition is true.
    std::vector<KnownTensor> inputs = {scalar(element::int64, Number()), scalar(element::boolean, integer_number(1))};
    for (std::size_t i = 0; i < carried; ++i) {
        inputs.push_back(without_value(operand_at(operands, before_carried + i)));
    }
    Tensors results = inner(*body, inputs, scope);
    bool is_steady = true;
    for (std::size_t i = 0; i < carried && i + 1 < results.size(); ++i) {
        TensorType& type = inputs[before_carried + i].type;
        const TensorType both = common_type(type, results[i + 1].type);
        is_steady &= both == type;
        type = both;
    }
    if (!is_steady) {
        results = inner(*body, inputs, scope);
    }
    std::int64_t trips = unknown_extent;
    const KnownValue* count = operand_at(operands, 0).value;
    const auto continues = known_boolean(results.front().value ? &*results.front().value : nullptr);
    if (count != nullptr && count->numbers.size() == 1 && count->is_integer() && count->all_known() &&
        continues == true &&
        (operand_at(operands, 1).type == nullptr || known_boolean(operand_at(operands, 1).value) == true)) {
        trips = std::max<std::int64_t>(count->numbers.front().integer, 0);
    }
    Tensors outputs;
    for (std::size_t i = 1; i < results.size(); ++i) {
        TensorType type = results[i].type;
        if (i <= carried) {
            type = common_type(inputs[before_carried + i - 1].type, type);
        } else if (type.shape) {
            type.shape->insert(type.shape->begin(), trips);
        }
        outputs.push_back({std::move(type), std::nullopt, {}, results[i].bounded});
    }
    return outputs;
}

TypePropagation::Tensors TypePropagation::scan(const Node& node, const Scope& scope,
                                               const std::vector<Operand>& all_operands) {
    constexpr std::int64_t first_without_batch = 9;
    const Graph* body = graph_of(node, "body");
    const auto scanned = integer_of(node, "num_scan_inputs", 0);
    // Early versions have the sequence lengths as first operand, and a batch extent in front of all others.
    const bool has_batch = version_for(node) < first_without_batch;
    std::vector<Operand> operands = all_operands;
    if (has_batch && !operands.empty()) {
        operands.erase(operands.begin());
    }
    const auto count = std::ssize(operands);
    if (body == nullptr || scanned < 1 || scanned > count) {
        return {};
    }
    const auto states = static_cast<std::size_t>(count - scanned);
    const auto* axes = has_batch ? nullptr : integers_of(node, "scan_input_axes");
    std::int64_t batch = unknown_extent;
    std::int64_t trips = unknown_extent;
    std::vector<KnownTensor> inputs;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        inputs.push_back(without_value(operands[i]));
        auto& shape = inputs.back().type.shape;
        if (has_batch && shape && !shape->empty()) {
            batch = shape->front() == unknown_extent ? batch : shape->front();
            shape->erase(shape->begin());
        }
        if (i < states || !shape) {
            continue;
        }
        const std::int64_t given = axes != nullptr && i - states < axes->size() ? (*axes)[i - states] : 0;
        const auto axis = axis_in(given, shape->size());
        if (!axis) {
            return {};
        }
        trips = (*shape)[*axis] == unknown_extent ? trips : (*shape)[*axis];
        shape->erase(shape->begin() + static_cast<std::ptrdiff_t>(*axis));
    }
    Tensors outputs = inner(*body, inputs, scope);
    const auto* places = has_batch ? nullptr : integers_of(node, "scan_output_axes");
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        outputs[i].value.reset();
        auto& shape = outputs[i].type.shape;
        if (i < states) {
            outputs[i].type = common_type(inputs[i].type, outputs[i].type);
        } else if (shape) {
            const std::int64_t given = places != nullptr && i - states < places->size() ? (*places)[i - states] : 0;
            const auto axis = axis_in(given, shape->size() + 1);
            if (axis) {
                shape->insert(shape->begin() + static_cast<std::ptrdiff_t>(*axis), trips);
            } else {
                shape.reset();
            }
        }
        if (has_batch && shape) {
            shape->insert(shape->begin(), batch);
        }
    }
    return outputs;
}

TypePropagation::Tensors TypePropagation::call(const Function& function, const Node& node,
                                               const std::vector<Operand>& operands) {
    Tensors outputs(function.outputs.size());
    if (!may_enter(function.nodes)) {
        return outputs;
    }
    ++depth_;
    Scope own;
    for (std::size_t i = 0; i < function.inputs.size(); ++i) {
        const Operand operand = operand_at(operands, i);
        if (operand.type != nullptr) {
            own.put(function.inputs[i],
                    {*operand.type, operand.value != nullptr ? std::optional(*operand.value) : std::nullopt});
        }
    }
    Versions around = versions_;
    for (const OperatorSet& set : function.operator_sets) {
        versions_[short_domain(set.domain)] = set.version;
    }
    auto declared = std::exchange(declared_, {});
    record_needed_elements(function.nodes);
    ++calls_;
    for (const Node& inside : function.nodes) {
        run_node(with_call_attributes(inside, node, function), own);
    }
    --calls_;
    declared_ = std::move(declared);
    versions_ = std::move(around);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (const KnownTensor* found = own.find(function.outputs[i])) {
            outputs[i] = *found;
        }
    }
    --depth_;
    return outputs;
}

}  // namespace arenascope::onnx_file
