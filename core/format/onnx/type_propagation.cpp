#include "core/format/onnx/type_propagation.h"

#include <algorithm>
#include <utility>

#include "core/error/quotation.h"
#include "core/format/onnx/bounded_shapes.h"
#include "core/format/onnx/library_inference.h"
#include "core/format/onnx/shape_arithmetic.h"
#include "core/format/onnx/shape_question.h"
#include "core/format/onnx/shape_rules.h"

namespace arenascope::onnx_file {
namespace {

constexpr int deepest_call = 60;
/// Elements of large values that are kept in all.
constexpr std::int64_t most_large_numbers = 4 * KnownValue::most_elements;
/// The last version of the standard that the library knows.
constexpr std::int64_t newest_version_of_library = 17;

bool is_complete(const TensorType& type) {
    return type.shape && std::none_of(type.shape->begin(), type.shape->end(),
                                      [](std::int64_t extent) { return extent == unknown_extent; });
}

bool is_large(const KnownValue* value) {
    return value != nullptr && static_cast<std::int64_t>(value->numbers.size()) > KnownValue::usual_elements;
}

/// No shape, axis or count that a rule asks for is a large value.
std::vector<Operand> without_large_values(std::vector<Operand> operands) {
    for (Operand& operand : operands) {
        operand.value = is_large(operand.value) ? nullptr : operand.value;
    }
    return operands;
}

/// The type without extents that are but bounds. They are no numbers to compute with: what is left of a length after
/// the largest number of parts is not the largest rest.
TensorType certain_type(const KnownTensor& tensor) {
    TensorType type = tensor.type;
    for (std::size_t i = 0; type.shape && i < type.shape->size(); ++i) {
        if (tensor.bounded_axis.value_or(i) == i) {
            (*type.shape)[i] = unknown_extent;
        }
    }
    return type;
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
    constexpr std::int64_t most_large_work = 32 * KnownValue::most_elements;
    work_left_ = least_work + static_cast<std::int64_t>(content_size);
    numbers_left_ = most_numbers;
    large_numbers_left_ = most_large_numbers;
    large_work_left_ = most_large_work;
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
    const auto count = static_cast<std::int64_t>(value->numbers.size());
    std::int64_t& left = count > KnownValue::usual_elements ? large_numbers_left_ : numbers_left_;
    left -= count;
    if (left < 0) {
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
    follow(graph.nodes);
    for (const Node& node : graph.nodes) {
        run_node(node, scope);
    }
    declared_ = std::move(around);
}

void TypePropagation::follow(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
        if (computes_elements(node)) {
            followed_.insert(node.inputs.begin(), node.inputs.end());
        }
    }
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
    std::optional<std::size_t> uncomputed;
    bool is_bounded = false;
    static const TensorType nothing_known;
    for (const std::string_view input : node.inputs) {
        if (input.empty()) {
            operands.emplace_back();
            continue;
        }
        const KnownTensor* known = scope.find(input);
        operands.push_back(known == nullptr ? Operand{&nothing_known, nullptr}
                                            : Operand{&known->type, known->value ? &*known->value : nullptr});
        uncomputed = known != nullptr && known->uncomputed ? known->uncomputed : uncomputed;
        is_bounded |= known != nullptr && known->bounded;
    }
    // Optional operands at the end may be left out or empty: it is the same.
    while (!operands.empty() && operands.back().type == nullptr) {
        operands.pop_back();
    }
    Tensors outputs = outputs_of(node, scope, without_large_values(operands));
    outputs.resize(node.outputs.size());
    std::vector<TensorType> types;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        settle_type(outputs[i], node.outputs[i], node);
        types.push_back(outputs[i].type);
    }
    const bool asks_for_extents = is_standard(node) && (node.type == "Shape" || node.type == "Size");
    TensorType certain;
    if (const KnownTensor* asked = asks_for_extents && is_bounded ? scope.find(node.inputs.front()) : nullptr) {
        certain = certain_type(*asked);
        operands.front().type = &certain;
    }
    auto values = values_of(node, operands, types);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (values[i] && !outputs[i].value) {
            outputs[i].value = std::move(values[i]);
        }
        if (outputs[i].value && (!is_complete(outputs[i].type) || outputs[i].bounded)) {
            outputs[i].type = {DeclaredType::Kind::tensor, outputs[i].value->element, outputs[i].value->shape};
            outputs[i].bounded = false;
        }
        if (is_bounded && !asks_for_extents && !outputs[i].value) {
            outputs[i].bounded = true;
            outputs[i].bounded_axis.reset();
        }
        keep(outputs[i].value);
    }
    note_uncomputed(node, operands, uncomputed, outputs);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!node.outputs[i].empty()) {
            scope.put(node.outputs[i], std::move(outputs[i]));
        }
    }
}

/// What the file declares fills in what is not inferred, and tells the size of what is only bounded.
void TypePropagation::settle_type(KnownTensor& output, std::string_view name, const Node& node) const {
    if (const auto found = declared_.find(name); found != declared_.end()) {
        const TensorType declared = dimensions_.type_of_value(*found->second);
        if (output.bounded && is_complete(declared)) {
            output.type.shape = declared.shape;
            output.bounded = false;
        }
        output.type = reconciled(std::move(output.type), declared, node);
    }
    if (output.type.shape && output.type.shape->size() > highest_rank) {
        output.type.shape.reset();
    }
}

std::vector<std::optional<KnownValue>> TypePropagation::values_of(const Node& node,
                                                                  const std::vector<Operand>& operands,
                                                                  const std::vector<TensorType>& types) {
    if (functions_.called_by(node) != nullptr) {
        return std::vector<std::optional<KnownValue>>(node.outputs.size());
    }
    const bool is_followed = std::any_of(node.outputs.begin(), node.outputs.end(),
                                         [this](std::string_view output) { return followed_.contains(output); });
    for (const Operand& operand : operands) {
        large_work_left_ -= is_large(operand.value) ? static_cast<std::int64_t>(operand.value->numbers.size()) : 0;
    }
    const bool can_be_large = is_followed && large_work_left_ > 0;
    auto values = large_work_left_ > 0
                      ? known_outputs(node, operands, types,
                                      can_be_large ? KnownValue::most_elements : KnownValue::usual_elements)
                      : known_outputs(node, without_large_values(operands), types, KnownValue::usual_elements);
    for (const auto& value : values) {
        const auto passes = static_cast<std::int64_t>(std::max<std::size_t>(operands.size(), 1));
        large_work_left_ -= value && is_large(&*value) ? passes * static_cast<std::int64_t>(value->numbers.size()) : 0;
    }
    return values;
}

/// What an operator would have computed from known elements stays unknown where that is too much; so does whatever
/// follows from it. `from` is such an operator before this one.
void TypePropagation::note_uncomputed(const Node& node, const std::vector<Operand>& operands,
                                      std::optional<std::size_t> from, Tensors& outputs) {
    const bool are_typed = std::all_of(operands.begin(), operands.end(), [](const Operand& operand) {
        return operand.type == nullptr || is_complete(*operand.type);
    });
    const bool computes = computes_elements(node) && functions_.called_by(node) == nullptr;
    const bool are_known = std::all_of(operands.begin(), operands.end(), [](const Operand& operand) {
        return operand.type == nullptr || operand.value != nullptr;
    });
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        KnownTensor& output = outputs[i];
        if (from && are_typed && !is_complete(output.type)) {
            uncomputed_[*from].hides_size = true;
        }
        if (!computes || output.value) {
            continue;
        }
        const std::int64_t elements = output.type.shape ? product_of(*output.type.shape).value_or(0) : 0;
        const std::int64_t most =
            followed_.contains(node.outputs[i]) ? KnownValue::usual_elements : KnownValue::most_elements;
        if (!from && are_known && elements > most) {
            from = uncomputed_.size();
            uncomputed_.push_back({node.name, node.type, elements, false});
        }
        output.uncomputed = from;
    }
}

std::vector<std::string> TypePropagation::notes() const {
    constexpr std::size_t most_named = 8;
    std::vector<std::string> notes;
    std::size_t unnamed = 0;
    for (const Uncomputed& one : uncomputed_) {
        if (!one.hides_size) {
            continue;
        }
        if (notes.size() == most_named) {
            ++unnamed;
            continue;
        }
        notes.push_back("operator " + in_quotes(one.name.empty() ? one.type : one.name) + " (" + shown(one.type) +
                        ") would compute " + std::to_string(one.elements) + " elements, which is too many (at most " +
                        std::to_string(KnownValue::most_elements) + " an operator, " +
                        std::to_string(most_large_numbers) + " in all): sizes that depend on them are unknown");
    }
    if (unnamed > 0) {
        notes.push_back("the same holds for " + std::to_string(unnamed) + " more operators");
    }
    return notes;
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
    if (auto bounded = types_at_bound({node, version_for(node), operands})) {
        Tensors outputs;
        for (BoundedType& one : *bounded) {
            outputs.push_back({std::move(one.type), std::nullopt, {}, one.is_bounded, one.axis});
        }
        return outputs;
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

}  // namespace arenascope::onnx_file
