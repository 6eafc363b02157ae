#include "core/format/onnx/type_propagation.h"

#include <algorithm>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/format/onnx/bounded_shapes.h"
#include "core/format/onnx/library_inference.h"
#include "core/format/onnx/shape_arithmetic.h"
#include "core/format/onnx/shape_question.h"
#include "core/format/onnx/shape_rules.h"

namespace arenascope::onnx_file {
namespace {

constexpr int max_depth = 60;
/// Limit on the total number of elements of large values.
constexpr std::int64_t max_large_numbers = 4 * KnownValue::max_elements;
/// The latest standard operator set that the library knows.
constexpr std::int64_t last_library_version = 17;

bool is_complete(const TensorType& type) {
    return type.shape &&
           std::ranges::none_of(*type.shape, [](std::int64_t extent) { return extent == unknown_extent; });
}

bool is_large(const KnownValue* value) {
    return value != nullptr && std::ssize(value->numbers) > KnownValue::max_stored_elements;
}

/// Hides large values from shape rules. No shape, axis or count is large.
std::vector<Operand> without_large_values(std::vector<Operand> operands) {
    for (Operand& operand : operands) {
        operand.value = is_large(operand.value) ? nullptr : operand.value;
    }
    return operands;
}

/// The type without bounded extents, because computing with upper bounds is wrong. For example, the rest of a length
/// after the largest part is not the largest rest.
TensorType exact_type(const KnownTensor& tensor) {
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

namespace {

/// How much a declared type says about the shape: 0 if not even the rank is declared.
std::int64_t known_extents(const DeclaredType& type) {
    return type.shape
               ? 1 + std::ranges::count_if(*type.shape, [](const Dimension& one) { return one.extent.has_value(); })
               : 0;
}

}  // namespace

TypePropagation::TypePropagation(const Model& model, const FunctionTable& functions, OpenDimensions& dimensions,
                                 std::size_t content_size)
    : functions_(functions), dimensions_(dimensions) {
    constexpr std::int64_t min_work = 100'000;
    constexpr std::int64_t max_numbers = std::int64_t{1} << 21U;
    constexpr std::int64_t max_large_work = 32 * KnownValue::max_elements;
    work_left_ = min_work + static_cast<std::int64_t>(content_size);
    numbers_left_ = max_numbers;
    large_numbers_left_ = max_large_numbers;
    large_work_left_ = max_large_work;
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
    const auto count = std::ssize(value->numbers);
    std::int64_t& left = count > KnownValue::max_stored_elements ? large_numbers_left_ : numbers_left_;
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
            work_left_ -= std::ssize(attribute.message) / bytes_a_unit;
        }
        if (work_left_ < 0) {
            return false;
        }
    }
    return depth_ < max_depth;
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
            const DeclaredType*& known = declared_.try_emplace(value.name, &value.type).first->second;
            known = known_extents(value.type) > known_extents(*known) ? &value.type : known;
        }
    }
    record_needed_elements(graph.nodes);
    for (const Node& node : graph.nodes) {
        run_node(node, scope);
    }
    declared_ = std::move(around);
}

void TypePropagation::record_needed_elements(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
        if (computes_elements(node)) {
            needed_elements_.insert(node.inputs.begin(), node.inputs.end());
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
    const bool is_newer = is_standard(node) && version_for(node) > last_library_version && is_complete(declared);
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
    // Optional operands at the end may be omitted or empty, with the same meaning.
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
    const bool reads_extents = is_standard(node) && (node.type == "Shape" || node.type == "Size");
    TensorType exact;
    if (const KnownTensor* operand = reads_extents && is_bounded ? scope.find(node.inputs.front()) : nullptr) {
        exact = exact_type(*operand);
        operands.front().type = &exact;
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
        if (is_bounded && !reads_extents && !outputs[i].value) {
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

/// Completes an inferred type by the declared one. The declared shape replaces an upper bound.
void TypePropagation::settle_type(KnownTensor& output, std::string_view name, const Node& node) const {
    if (const auto found = declared_.find(name); found != declared_.end()) {
        // Nothing but the file tells the shape of a custom operator's output. So its open dimensions are those of a
        // model input.
        const bool is_custom = !is_standard(node) && functions_.called_by(node) == nullptr && !output.type.shape;
        const TensorType declared = is_custom && dimensions_.has_open_input()
                                        ? dimensions_.type_of_input({name, *found->second})
                                        : dimensions_.type_of_value(*found->second);
        if (output.bounded && is_complete(declared)) {
            output.type.shape = declared.shape;
            output.bounded = false;
        }
        output.type = reconciled(std::move(output.type), declared, node);
    }
    if (output.type.shape && output.type.shape->size() > max_rank) {
        output.type.shape.reset();
    }
}

std::vector<std::optional<KnownValue>> TypePropagation::values_of(const Node& node,
                                                                  const std::vector<Operand>& operands,
                                                                  const std::vector<TensorType>& types) {
    if (functions_.called_by(node) != nullptr) {
        return std::vector<std::optional<KnownValue>>(node.outputs.size());
    }
    const bool is_needed = std::ranges::any_of(
        node.outputs, [this](std::string_view output) { return needed_elements_.contains(output); });
    for (const Operand& operand : operands) {
        large_work_left_ -= is_large(operand.value) ? std::ssize(operand.value->numbers) : 0;
    }
    const bool can_be_large = is_needed && large_work_left_ > 0;
    auto values = large_work_left_ > 0
                      ? known_outputs(node, operands, types,
                                      can_be_large ? KnownValue::max_elements : KnownValue::max_stored_elements)
                      : known_outputs(node, without_large_values(operands), types, KnownValue::max_stored_elements);
    for (const auto& value : values) {
        const auto passes = static_cast<std::int64_t>(std::max<std::size_t>(operands.size(), 1));
        large_work_left_ -= value && is_large(&*value) ? passes * std::ssize(value->numbers) : 0;
    }
    return values;
}

/// Records an operator with known operands that is too large to compute, and marks its outputs. Values that depend on
/// it are marked too: `from` is the mark of an operand.
void TypePropagation::note_uncomputed(const Node& node, const std::vector<Operand>& operands,
                                      std::optional<std::size_t> from, Tensors& outputs) {
    const bool are_typed = std::ranges::all_of(
        operands, [](const Operand& operand) { return operand.type == nullptr || is_complete(*operand.type); });
    const bool computes = computes_elements(node) && functions_.called_by(node) == nullptr;
    const bool are_known = std::ranges::all_of(
        operands, [](const Operand& operand) { return operand.type == nullptr || operand.value != nullptr; });
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
            needed_elements_.contains(node.outputs[i]) ? KnownValue::max_stored_elements : KnownValue::max_elements;
        if (!from && are_known && elements > most) {
            from = uncomputed_.size();
            uncomputed_.push_back({node.name, node.type, elements, false});
        }
        output.uncomputed = from;
    }
}

std::vector<std::string> TypePropagation::notes() const {
    constexpr std::size_t max_named = 8;
    std::vector<std::string> notes;
    std::size_t unnamed = 0;
    for (const Uncomputed& uncomputed : uncomputed_) {
        if (!uncomputed.hides_size) {
            continue;
        }
        if (notes.size() == max_named) {
            ++unnamed;
            continue;
        }
        notes.push_back("operator " + in_quotes(uncomputed.name.empty() ? uncomputed.type : uncomputed.name) + " (" +
                        shown(uncomputed.type) + ") would compute " + std::to_string(uncomputed.elements) +
                        " elements, which is too many (limits: " + std::to_string(KnownValue::max_elements) +
                        " an operator, " + std::to_string(max_large_numbers) +
                        " in total): sizes that depend on them are unknown");
    }
    if (unnamed > 0) {
        notes.push_back("the same applies to " + std::to_string(unnamed) + " more operators");
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
    if (auto bounded = bounded_types({node, version_for(node), operands})) {
        Tensors outputs;
        for (BoundedType& output : *bounded) {
            outputs.push_back({std::move(output.type), std::nullopt, {}, output.is_bounded, output.axis});
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
