#include "core/format/onnx/type_propagation.h"

#include <algorithm>
#include <utility>

#include "core/format/onnx/library_inference.h"
#include "core/format/onnx/shape_arithmetic.h"
#include "core/format/onnx/shape_rules.h"

namespace arenascope::onnx_file {
namespace {

constexpr int deepest_call = 60;
/// The last version of the standard that the library knows.
constexpr std::int64_t newest_version_of_library = 17;

/// What holds of both.
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

bool is_complete(const TensorType& type) {
    return type.shape && std::none_of(type.shape->begin(), type.shape->end(),
                                      [](std::int64_t extent) { return extent == unknown_extent; });
}

KnownTensor without_value(const Operand& operand) {
    return {operand.type != nullptr ? *operand.type : TensorType(), std::nullopt};
}

const Graph* graph_of(const Node& node, std::string_view attribute) {
    const Attribute* found = attribute_of(node, attribute);
    return found != nullptr && found->graphs.size() == 1 ? &found->graphs.front() : nullptr;
}

/// Whether a value is one truth that is known, and which.
std::optional<bool> known_truth(const KnownValue* value) {
    const bool is_known = value != nullptr && value->is_whole() && value->numbers.size() == 1 && value->all_known();
    return is_known ? std::optional(value->numbers.front().whole != 0) : std::nullopt;
}

KnownTensor scalar(std::int64_t element, Number number) {
    return {{DeclaredType::Kind::tensor, element, Extents()}, KnownValue{element, {}, {number}}};
}

/// The node with the attributes of the call in the places that refer to them.
Node filled_in(const Node& node, const Node& call, const Function& function) {
    Node filled = node;
    for (Attribute& attribute : filled.attributes) {
        if (attribute.reference.empty()) {
            continue;
        }
        const Attribute* given = attribute_of(call, attribute.reference);
        if (given == nullptr) {
            const auto standard = std::find_if(
                function.defaults.begin(), function.defaults.end(),
                [&attribute](const Attribute& candidate) { return candidate.name == attribute.reference; });
            given = standard != function.defaults.end() ? &*standard : nullptr;
        }
        const std::string_view name = attribute.name;
        attribute = given != nullptr ? *given : Attribute();
        attribute.name = name;
    }
    return filled;
}

}  // namespace

const KnownTensor* Scope::find(std::string_view name) const {
    for (const Scope* scope = this; scope != nullptr; scope = scope->outer_) {
        if (const auto found = scope->own_.find(name); found != scope->own_.end()) {
            return &found->second;
        }
    }
    return nullptr;
}

TypePropagation::TypePropagation(const Model& model, const FunctionTable& functions, const OpenDimensions& dimensions,
                                 std::size_t content_size)
    : functions_(functions), dimensions_(dimensions) {
    constexpr std::int64_t least_work = 100'000;
    constexpr std::int64_t most_numbers = std::int64_t{1} << 21U;
    work_left_ = least_work + static_cast<std::int64_t>(content_size);
    numbers_left_ = most_numbers;
    for (const OperatorSet& set : model.operator_sets) {
        versions_[short_domain(set.domain)] = set.version;
    }
}

std::int64_t TypePropagation::version_for(const Node& node) const {
    const auto found = versions_.find(short_domain(node.domain));
    return found == versions_.end() ? 1 : found->second;
}

void TypePropagation::keep(std::optional<KnownValue>& value) {
    if (!value) {
        return;
    }
    numbers_left_ -= static_cast<std::int64_t>(value->numbers.size());
    if (numbers_left_ < 0) {
        value.reset();
    }
}

bool TypePropagation::may_enter(const std::vector<Node>& nodes) {
    constexpr std::int64_t bytes_a_unit = 16;
    for (const Node& node : nodes) {
        work_left_ -= static_cast<std::int64_t>(1 + node.inputs.size() + node.outputs.size() + node.attributes.size());
        for (const Attribute& attribute : node.attributes) {
            work_left_ -= static_cast<std::int64_t>(attribute.message.size()) / bytes_a_unit;
        }
        if (work_left_ < 0) {
            return false;
        }
    }
    return depth_ < deepest_call;
}

void TypePropagation::run(const Graph& graph, Scope& scope) {
    for (const StoredTensor& stored : graph.initializers) {
        KnownTensor tensor;
        tensor.type = {DeclaredType::Kind::tensor, stored.element, stored.shape};
        tensor.value = stored_value(stored);
        keep(tensor.value);
        scope.put(stored.name, std::move(tensor));
    }
    auto around = std::exchange(declared_, {});
    for (const auto* values : {&graph.values, &graph.outputs}) {
        for (const DeclaredValue& value : *values) {
            declared_.emplace(value.name, &value.type);
        }
    }
    for (const Node& node : graph.nodes) {
        run_node(node, scope);
    }
    declared_ = std::move(around);
}

TensorType TypePropagation::reconciled(TensorType inferred, const TensorType& declared, const Node& node) const {
    if (inferred.kind == DeclaredType::Kind::none) {
        inferred.kind = declared.kind;
    }
    inferred.element = inferred.element == 0 ? declared.element : inferred.element;
    if (!declared.shape) {
        return inferred;
    }
    const bool is_newer = is_standard(node) && version_for(node) > newest_version_of_library && is_complete(declared);
    if (!inferred.shape || inferred.shape->size() != declared.shape->size()) {
        inferred.shape = !inferred.shape || is_newer ? declared.shape : inferred.shape;
        return inferred;
    }
    for (std::size_t i = 0; i < inferred.shape->size(); ++i) {
        if ((*inferred.shape)[i] == unknown_extent || is_newer) {
            (*inferred.shape)[i] = (*declared.shape)[i];
        }
    }
    return inferred;
}

void TypePropagation::run_node(const Node& node, Scope& scope) {
    std::vector<Operand> operands;
    static const TensorType nothing_known;
    for (const std::string_view input : node.inputs) {
        if (input.empty()) {
            operands.emplace_back();
            continue;
        }
        const KnownTensor* known = scope.find(input);
        operands.push_back(known == nullptr ? Operand{&nothing_known, nullptr}
                                            : Operand{&known->type, known->value ? &*known->value : nullptr});
    }
    // Optional operands at the end may be left out or empty: it is the same.
    while (!operands.empty() && operands.back().type == nullptr) {
        operands.pop_back();
    }
    Tensors outputs = outputs_of(node, scope, operands);
    outputs.resize(node.outputs.size());
    std::vector<TensorType> types;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (const auto declared = declared_.find(node.outputs[i]); declared != declared_.end()) {
            outputs[i].type =
                reconciled(std::move(outputs[i].type), dimensions_.type_of_value(*declared->second), node);
        }
        types.push_back(outputs[i].type);
    }
    auto values = functions_.called_by(node) == nullptr ? known_outputs(node, operands, types)
                                                        : std::vector<std::optional<KnownValue>>(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (node.outputs[i].empty()) {
            continue;
        }
        if (values[i] && !outputs[i].value) {
            outputs[i].value = std::move(values[i]);
        }
        if (outputs[i].value && !is_complete(outputs[i].type)) {
            outputs[i].type = {DeclaredType::Kind::tensor, outputs[i].value->element, outputs[i].value->shape};
        }
        keep(outputs[i].value);
        scope.put(node.outputs[i], std::move(outputs[i]));
    }
}

TypePropagation::Tensors TypePropagation::outputs_of(const Node& node, const Scope& scope,
                                                     const std::vector<Operand>& operands) {
    if (const Function* function = functions_.called_by(node)) {
        return call(*function, node, operands);
    }
    if (is_standard(node)) {
        if (node.type == "If") {
            return branch(node, scope, operands);
        }
        if (node.type == "Loop") {
            return loop(node, scope, operands);
        }
        if (node.type == "Scan") {
            return scan(node, scope, operands);
        }
    }
    auto types = types_by_rule(node, version_for(node), operands);
    if (!types) {
        types = types_by_library(node, version_for(node), operands);
    }
    Tensors outputs;
    for (TensorType& type : types.value_or(std::vector<TensorType>())) {
        outputs.push_back({std::move(type), std::nullopt});
    }
    return outputs;
}

/// What a graph inside an operator puts out.
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
    --depth_;
    return outputs;
}

TypePropagation::Tensors TypePropagation::branch(const Node& node, const Scope& scope,
                                                 const std::vector<Operand>& operands) {
    const Graph* yes = graph_of(node, "then_branch");
    const Graph* no = graph_of(node, "else_branch");
    if (yes == nullptr || no == nullptr) {
        return {};
    }
    if (const auto chosen = known_truth(operand_at(operands, 0).value)) {
        return inner(*chosen ? *yes : *no, {}, scope);
    }
    Tensors outputs = inner(*yes, {}, scope);
    const Tensors others = inner(*no, {}, scope);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        outputs[i] = {i < others.size() ? common_type(outputs[i].type, others[i].type) : TensorType(), std::nullopt};
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
    // While the body runs, its condition holds.
    std::vector<KnownTensor> inputs = {scalar(element::int64, Number()), scalar(element::boolean, whole_number(1))};
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
    const auto goes_on = known_truth(results.front().value ? &*results.front().value : nullptr);
    if (count != nullptr && count->numbers.size() == 1 && count->is_whole() && count->all_known() && goes_on == true &&
        (operand_at(operands, 1).type == nullptr || known_truth(operand_at(operands, 1).value) == true)) {
        trips = std::max<std::int64_t>(count->numbers.front().whole, 0);
    }
    Tensors outputs;
    for (std::size_t i = 1; i < results.size(); ++i) {
        TensorType type = results[i].type;
        if (i <= carried) {
            type = common_type(inputs[before_carried + i - 1].type, type);
        } else if (type.shape) {
            type.shape->insert(type.shape->begin(), trips);
        }
        outputs.push_back({std::move(type), std::nullopt});
    }
    return outputs;
}

TypePropagation::Tensors TypePropagation::scan(const Node& node, const Scope& scope,
                                               const std::vector<Operand>& all_operands) {
    constexpr std::int64_t first_without_batch = 9;
    const Graph* body = graph_of(node, "body");
    const auto scanned = whole_of(node, "num_scan_inputs", 0);
    // At first the lengths of the sequences came before the operands, and a batch before all extents.
    const bool has_batch = version_for(node) < first_without_batch;
    std::vector<Operand> operands = all_operands;
    if (has_batch && !operands.empty()) {
        operands.erase(operands.begin());
    }
    const auto count = static_cast<std::int64_t>(operands.size());
    if (body == nullptr || scanned < 1 || scanned > count) {
        return {};
    }
    const auto states = static_cast<std::size_t>(count - scanned);
    const auto* axes = has_batch ? nullptr : wholes_of(node, "scan_input_axes");
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
    const auto* places = has_batch ? nullptr : wholes_of(node, "scan_output_axes");
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
    for (const Node& inside : function.nodes) {
        run_node(filled_in(inside, node, function), own);
    }
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
