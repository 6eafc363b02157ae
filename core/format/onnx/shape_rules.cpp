#include "core/format/onnx/shape_rules.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "core/format/onnx/operator_shapes.h"
#include "core/format/onnx/shape_arithmetic.h"
#include "core/model/memory/quantity.h"

namespace arenascope::onnx_file {
namespace {

/// The integers of an operand, with a placeholder for unknown ones. Empty: even their number is unknown.
std::optional<Extents> partly_known(const Operand& operand) {
    if (operand.value == nullptr || !operand.value->is_integer()) {
        return std::nullopt;
    }
    constexpr std::int64_t not_known = std::numeric_limits<std::int64_t>::min();
    Extents numbers;
    for (const Number& number : operand.value->numbers) {
        numbers.push_back(number.known ? number.integer : not_known);
    }
    return numbers;
}

/// The integers of an attribute, else of an operand. Empty: unknown or absent; `is_given` says which.
std::optional<Extents> numbers_of(Question question, std::string_view attribute, std::size_t position, bool& is_given) {
    const auto* given = integers_of(question.node, attribute);
    is_given = given != nullptr || question.is_present(position);
    return given != nullptr ? std::optional(*given) : question.numbers(position);
}

/// Reshape: only extents that depend on something unknown are unknown.
std::optional<Extents> reshaped_extents(Question question) {
    const Extents* from = question.shape(0);
    const auto* given = integers_of(question.node, "shape");
    const auto target = given != nullptr ? std::optional(*given) : partly_known(operand_at(question.operands, 1));
    if (!target) {
        // Even if the target shape is unknown, its length is the rank.
        const Extents* length = question.shape(1);
        return length != nullptr && length->size() == 1 && length->front() >= 0 &&
                       length->front() <= static_cast<std::int64_t>(max_rank)
                   ? std::optional(Extents(static_cast<std::size_t>(length->front()), unknown_extent))
                   : std::nullopt;
    }
    const bool keeps_zero = integer_of(question.node, "allowzero", 0) != 0;
    Extents shape;
    std::size_t open = 0;
    for (std::size_t i = 0; i < target->size(); ++i) {
        std::int64_t extent = (*target)[i];
        if (extent == 0 && !keeps_zero) {
            extent = from != nullptr && i < from->size() ? (*from)[i] : unknown_extent;
        }
        shape.push_back(extent < 0 ? unknown_extent : extent);
        open += extent < 0 ? 1 : 0;
    }
    const auto whole = from != nullptr ? product_of(*from) : std::nullopt;
    if (whole && open == 1) {
        const auto gap = std::ranges::find(shape, unknown_extent);
        *gap = 1;
        const auto rest = product_of(shape);
        *gap = rest && *rest > 0 && *whole % *rest == 0 ? *whole / *rest : unknown_extent;
    }
    return shape;
}

std::optional<Extents> padded(Question question) {
    constexpr std::int64_t first_with_pads = 2;
    const Extents* from = question.shape(0);
    bool is_given = false;
    bool has_axes = false;
    const auto pads = numbers_of(question, question.operator_set < first_with_pads ? "paddings" : "pads", 1, is_given);
    const auto axes = numbers_of(question, "axes", 3, has_axes);
    if (from == nullptr) {
        return std::nullopt;
    }
    Extents shape(from->size(), unknown_extent);
    const std::size_t count = axes ? axes->size() : from->size();
    if (!pads || pads->size() != 2 * count || (has_axes && !axes)) {
        return shape;
    }
    shape = *from;
    for (std::size_t i = 0; i < count; ++i) {
        const auto axis = axis_in(axes ? (*axes)[i] : static_cast<std::int64_t>(i), from->size());
        if (!axis) {
            return std::nullopt;
        }
        const auto both = checked_add((*pads)[i], (*pads)[i + count]);
        const auto extent = both && shape[*axis] >= 0 ? checked_add(shape[*axis], *both) : std::nullopt;
        shape[*axis] = std::max(extent.value_or(unknown_extent), unknown_extent);
    }
    return shape;
}

/// Resize: the target extents come from sizes or scales, as attributes or operands, depending on the version.
std::optional<Extents> resized(Question question) {
    constexpr std::int64_t first_with_region = 11;
    const Extents* from = question.shape(0);
    if (from == nullptr) {
        return std::nullopt;
    }
    const bool has_region = question.node.type == "Resize" && question.operator_set >= first_with_region;
    const Operand scales = operand_at(question.operands, has_region ? 2 : 1);
    const Operand sizes = has_region ? operand_at(question.operands, 3) : Operand{};
    const Attribute* factors = attribute_of(question.node, "scales");
    const auto* chosen = integers_of(question.node, "axes");
    const std::size_t count = chosen != nullptr ? chosen->size() : from->size();
    Extents shape = chosen != nullptr ? *from : Extents(from->size(), unknown_extent);
    for (std::size_t i = 0; i < count; ++i) {
        const auto axis = axis_in(chosen != nullptr ? (*chosen)[i] : static_cast<std::int64_t>(i), from->size());
        if (!axis) {
            return std::nullopt;
        }
        shape[*axis] = unknown_extent;
        Number factor;
        if (factors != nullptr && i < factors->floats.size()) {
            factor = float_number(factors->floats[i]);
        } else if (scales.value != nullptr && scales.value->is_float() && i < scales.value->numbers.size()) {
            factor = scales.value->numbers[i];
        }
        constexpr double largest = 9e18;
        if (sizes.value != nullptr && sizes.value->is_integer() && i < sizes.value->numbers.size()) {
            const Number& size = sizes.value->numbers[i];
            shape[*axis] = size.known && size.integer >= 0 ? size.integer : unknown_extent;
        } else if (factor.known && (*from)[*axis] >= 0) {
            const double extent = std::floor(static_cast<double>((*from)[*axis]) * factor.floating);
            shape[*axis] = extent >= 0 && extent < largest ? static_cast<std::int64_t>(extent) : unknown_extent;
        }
    }
    const bool keeps_ratio = text_of(question.node, "keep_aspect_ratio_policy", "stretch") != "stretch";
    return keeps_ratio && sizes.value != nullptr ? Extents(from->size(), unknown_extent) : shape;
}

std::optional<Types> split_types(Question question) {
    Types parts(question.node.outputs.size(), tensor_of(question.element(0), std::nullopt));
    const Extents* from = question.shape(0);
    const auto axis = from != nullptr ? axis_in(integer_of(question.node, "axis", 0), from->size()) : std::nullopt;
    if (!axis || parts.empty()) {
        return parts;
    }
    bool is_given = false;
    auto extents = numbers_of(question, "split", 1, is_given);
    const auto count = std::ssize(parts);
    if (!is_given && (*from)[*axis] >= 0) {
        // The last part gets the remainder.
        const std::int64_t each = (*from)[*axis] / count + ((*from)[*axis] % count != 0 ? 1 : 0);
        extents = Extents(parts.size(), each);
        extents->back() = std::max<std::int64_t>((*from)[*axis] - each * (count - 1), 0);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].shape = *from;
        const bool is_known = extents && i < extents->size() && (*extents)[i] >= 0;
        (*parts[i].shape)[*axis] = is_known ? (*extents)[i] : unknown_extent;
    }
    return parts;
}

std::optional<Extents> reduced_extents(Question question) {
    const Extents* from = question.shape(0);
    bool is_given = false;
    const auto axes = numbers_of(question, "axes", 1, is_given);
    const bool keeps = integer_of(question.node, "keepdims", 1) != 0;
    if (from == nullptr) {
        return std::nullopt;
    }
    if (is_given && !axes) {
        return keeps ? std::optional(Extents(from->size(), unknown_extent)) : std::nullopt;
    }
    if (axes && axes->empty() && integer_of(question.node, "noop_with_empty_axes", 0) != 0) {
        return *from;
    }
    std::vector<bool> is_reduced(from->size(), !axes || axes->empty());
    if (!axes && integer_of(question.node, "noop_with_empty_axes", 0) != 0) {
        return *from;
    }
    for (const std::int64_t number : axes.value_or(Extents())) {
        const auto axis = axis_in(number, from->size());
        if (!axis) {
            return std::nullopt;
        }
        is_reduced[*axis] = true;
    }
    Extents shape;
    for (std::size_t i = 0; i < from->size(); ++i) {
        if (!is_reduced[i]) {
            shape.push_back((*from)[i]);
        } else if (keeps) {
            shape.push_back(1);
        }
    }
    return shape;
}

std::optional<Types> type_of_constant(Question question) {
    const Attribute* attribute = question.node.attributes.empty() ? nullptr : &question.node.attributes.front();
    for (const Attribute& candidate : question.node.attributes) {
        attribute = candidate.name.starts_with("value") || candidate.name == "sparse_value" ? &candidate : attribute;
    }
    TensorType type = tensor_of(0, std::nullopt);
    if (attribute != nullptr) {
        using Kind = Attribute::Kind;
        type = attribute->kind == Kind::tensor
                   ? tensor_of(attribute->tensors.front().element, attribute->tensors.front().shape)
               : attribute->kind == Kind::integer  ? tensor_of(element::int64, Extents())
               : attribute->kind == Kind::floating ? tensor_of(element::float32, Extents())
               : attribute->kind == Kind::integers ? tensor_of(element::int64, Extents{std::ssize(attribute->integers)})
               : attribute->kind == Kind::floats   ? tensor_of(element::float32, Extents{std::ssize(attribute->floats)})
                                                   : type;
    }
    return Types(question.node.outputs.size(), type);
}

/// GatherND: the leading extents of the indices, then the remaining extents of the data.
std::optional<Extents> gathered(Question question) {
    const Extents* data = question.shape(0);
    const Extents* indices = question.shape(1);
    if (data == nullptr || indices == nullptr || indices->empty() || indices->back() < 0) {
        return std::nullopt;
    }
    const auto rank = std::ssize(*data);
    const std::int64_t batch = integer_of(question.node, "batch_dims", 0);
    if (batch < 0 || batch > rank || indices->back() > rank - batch) {
        return std::nullopt;
    }
    Extents shape(indices->begin(), indices->end() - 1);
    shape.insert(shape.end(), data->begin() + static_cast<std::ptrdiff_t>(batch + indices->back()), data->end());
    return shape;
}

/// Operators whose first output has the shape of their first operand.
struct KeptShape {
    std::initializer_list<std::string_view> types;
    std::string_view domain = {};
    std::int64_t element = 0;                                        ///< element type of the output; 0: as the operand
    std::int64_t before = std::numeric_limits<std::int64_t>::max();  ///< first version in which the rule does not hold
};

constexpr std::string_view learning = "ai.onnx.ml";
/// From this version on both operands broadcast. Before, only the second one did, from an axis on.
constexpr std::int64_t first_with_broadcast = 7;

/// Operators without inference in the library, including newer standard ones.
const KeptShape kept_shapes[] = {
    {{"Affine", "BitwiseNot", "Celu", "Gelu", "GroupNormalization", "ImageScaler", "InstanceNormalization",
      "LpNormalization", "MeanVarianceNormalization", "Mish", "ParametricSoftplus", "RMSNormalization",
      "RotaryEmbedding", "ScaledTanh", "SimplifiedLayerNormalization", "Swish"}},
    {{"Add", "Sub", "Mul", "Div", "Pow", "PRelu"}, "", 0, first_with_broadcast},
    {{"Binarizer", "Imputer"}, learning},
    {{"Normalizer", "Scaler"}, learning, element::float32},
    {{"BiasAdd", "BiasGelu", "BiasSoftmax", "FastGelu", "Gelu", "GroupNorm", "Inverse", "LongformerAttention",
      "QLinearLeakyRelu", "QLinearSigmoid", "QLinearSoftmax", "QuickGelu", "RotaryEmbedding", "Trilu"},
     microsoft_domain},
};

const KeptShape* kept_shape_of(Question question) {
    const auto found = std::ranges::find_if(kept_shapes, [&](const KeptShape& row) {
        return row.domain == short_domain(question.node.domain) && question.operator_set < row.before &&
               std::ranges::find(row.types, question.node.type) != row.types.end();
    });
    return found == std::end(kept_shapes) ? nullptr : found;
}

/// Element by element, after the first operand and another one are broadcast.
template <std::size_t other>
std::optional<Extents> broadcast_with(Question question) {
    return broadcast_shape_of(question.shape(0), question.shape(other));
}

std::optional<Types> quantized_pool(Question question) {
    const Extents* from = question.shape(0);
    if (from == nullptr || from->size() <= 2) {
        return std::nullopt;
    }
    Extents shape(from->size(), 1);
    const std::size_t channel = integer_of(question.node, "channels_last", 0) != 0 ? from->size() - 1 : 1;
    shape.front() = from->front();
    shape[channel] = (*from)[channel];
    return single_output(question.element(0), shape);
}

std::optional<Types> shape_or_size(Question question) {
    const auto value = known_outputs(question.node, question.operands, {}).front();
    return single_output(element::int64, value                          ? std::optional(value->shape)
                                         : question.node.type == "Size" ? std::optional(Extents())
                                                                        : Extents{unknown_extent});
}

std::optional<Types> comparison(Question question) {
    return single_output(element::boolean, broadcast_with<1>(question));
}

/// An operator whose first output has the element type of its first operand.
template <std::optional<Extents> (*shape_of)(Question)>
std::optional<Types> of_same_element(Question question) {
    return single_output(question.element(0), shape_of(question));
}

/// Each operand of a quantized operator is followed by its scale and zero point.
constexpr std::size_t quantized_operand = 3;

constexpr OperatorRule general_rules[] = {
    {"", "Constant", type_of_constant},
    {"", "GatherND", of_same_element<gathered>},
    {"", "GreaterOrEqual", comparison},
    {"", "LessOrEqual", comparison},
    {"", "Pad", of_same_element<padded>},
    {"", "Reshape", of_same_element<reshaped_extents>},
    {"", "Resize", of_same_element<resized>},
    {"", "Shape", shape_or_size},
    {"", "Size", shape_or_size},
    {"", "Split", split_types},
    {"", "Upsample", of_same_element<resized>},
    {microsoft_domain, "QLinearAdd", of_same_element<broadcast_with<quantized_operand>>},
    {microsoft_domain, "QLinearGlobalAveragePool", quantized_pool},
    {microsoft_domain, "QLinearMul", of_same_element<broadcast_with<quantized_operand>>},
};

}  // namespace

std::optional<Types> types_by_rule(const Node& node, std::int64_t operator_set, const std::vector<Operand>& operands) {
    const ShapeQuestion question{node, operator_set, operands};
    std::optional<Types> types;
    if (node.outputs.empty()) {
        return Types();
    }
    if (const OperatorRule* row = rule_of(node, operator_shapes())) {
        types = row->rule(question);
    }
    if (const KeptShape* kept = types ? nullptr : kept_shape_of(question)) {
        types = single_output(kept->element != 0 ? kept->element : question.element(0), copy_of(question.shape(0)));
    }
    if (const OperatorRule* row = types ? nullptr : rule_of(node, general_rules)) {
        types = row->rule(question);
    }
    if (!types && is_standard(node) && node.type.starts_with("Bitwise")) {
        types = of_same_element<broadcast_with<1>>(question);
    } else if (!types && is_standard(node) && node.type.starts_with("Reduce")) {
        types = of_same_element<reduced_extents>(question);
    }
    if (types) {
        types->resize(node.outputs.size());
    }
    return types;
}

}  // namespace arenascope::onnx_file
