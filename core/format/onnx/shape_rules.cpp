#include "core/format/onnx/shape_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/format/onnx/operator_shapes.h"
#include "core/format/onnx/shape_arithmetic.h"
#include "core/model/memory/quantity.h"

namespace arenascope::onnx_file {
namespace {

using Operands = std::vector<Operand>;

std::int64_t element_at(const Operands& operands, std::size_t position) {
    const Operand operand = operand_at(operands, position);
    return operand.type == nullptr ? 0 : operand.type->element;
}

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
std::optional<Extents> numbers_of(const Node& node, std::string_view attribute, const Operands& operands,
                                  std::size_t position, bool& is_given) {
    if (const auto* given = integers_of(node, attribute)) {
        is_given = true;
        return *given;
    }
    const Operand operand = operand_at(operands, position);
    is_given = operand.type != nullptr;
    return operand.value != nullptr ? integers_in(*operand.value) : std::nullopt;
}

/// Reshape: only extents that depend on something unknown are unknown.
std::optional<Extents> reshaped_extents(const Node& node, const Operands& operands) {
    const Extents* from = shape_at(operands, 0);
    const auto* given = integers_of(node, "shape");
    const auto target = given != nullptr ? std::optional(*given) : partly_known(operand_at(operands, 1));
    if (!target) {
        // Even if the target shape is unknown, its length is the rank.
        const Extents* length = shape_at(operands, 1);
        return length != nullptr && length->size() == 1 && length->front() >= 0 &&
                       length->front() <= static_cast<std::int64_t>(max_rank)
                   ? std::optional(Extents(static_cast<std::size_t>(length->front()), unknown_extent))
                   : std::nullopt;
    }
    const bool keeps_zero = integer_of(node, "allowzero", 0) != 0;
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
        const auto gap = std::find(shape.begin(), shape.end(), unknown_extent);
        *gap = 1;
        const auto rest = product_of(shape);
        *gap = rest && *rest > 0 && *whole % *rest == 0 ? *whole / *rest : unknown_extent;
    }
    return shape;
}

std::optional<Extents> padded(const Node& node, std::int64_t operator_set, const Operands& operands) {
    constexpr std::int64_t first_with_pads = 2;
    const Extents* from = shape_at(operands, 0);
    bool is_given = false;
    bool has_axes = false;
    const auto pads = numbers_of(node, operator_set < first_with_pads ? "paddings" : "pads", operands, 1, is_given);
    const auto axes = numbers_of(node, "axes", operands, 3, has_axes);
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
std::optional<Extents> resized(const Node& node, std::int64_t operator_set, const Operands& operands) {
    constexpr std::int64_t first_with_region = 11;
    const Extents* from = shape_at(operands, 0);
    if (from == nullptr) {
        return std::nullopt;
    }
    const bool has_region = node.type == "Resize" && operator_set >= first_with_region;
    const Operand scales = operand_at(operands, has_region ? 2 : 1);
    const Operand sizes = has_region ? operand_at(operands, 3) : Operand{};
    const Attribute* factors = attribute_of(node, "scales");
    const auto* chosen = integers_of(node, "axes");
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
    const bool keeps_ratio = text_of(node, "keep_aspect_ratio_policy", "stretch") != "stretch";
    return keeps_ratio && sizes.value != nullptr ? Extents(from->size(), unknown_extent) : shape;
}

Types split_types(const Node& node, const Operands& operands) {
    Types parts(node.outputs.size(), tensor_of(element_at(operands, 0), std::nullopt));
    const Extents* from = shape_at(operands, 0);
    const auto axis = from != nullptr ? axis_in(integer_of(node, "axis", 0), from->size()) : std::nullopt;
    if (!axis || parts.empty()) {
        return parts;
    }
    bool is_given = false;
    auto extents = numbers_of(node, "split", operands, 1, is_given);
    const auto count = static_cast<std::int64_t>(parts.size());
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

std::optional<Extents> reduced_extents(const Node& node, const Operands& operands) {
    const Extents* from = shape_at(operands, 0);
    bool is_given = false;
    const auto axes = numbers_of(node, "axes", operands, 1, is_given);
    const bool keeps = integer_of(node, "keepdims", 1) != 0;
    if (from == nullptr) {
        return std::nullopt;
    }
    if (is_given && !axes) {
        return keeps ? std::optional(Extents(from->size(), unknown_extent)) : std::nullopt;
    }
    if (axes && axes->empty() && integer_of(node, "noop_with_empty_axes", 0) != 0) {
        return *from;
    }
    std::vector<bool> is_reduced(from->size(), !axes || axes->empty());
    if (!axes && integer_of(node, "noop_with_empty_axes", 0) != 0) {
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

Types type_of_constant(const Node& node) {
    const Attribute* attribute = node.attributes.empty() ? nullptr : &node.attributes.front();
    for (const Attribute& candidate : node.attributes) {
        attribute = candidate.name.starts_with("value") || candidate.name == "sparse_value" ? &candidate : attribute;
    }
    TensorType type = tensor_of(0, std::nullopt);
    if (attribute != nullptr) {
        using Kind = Attribute::Kind;
        switch (attribute->kind) {
            case Kind::tensor:
                type = tensor_of(attribute->tensors.front().element, attribute->tensors.front().shape);
                break;
            case Kind::integer:
                type = tensor_of(element::int64, Extents());
                break;
            case Kind::floating:
                type = tensor_of(element::float32, Extents());
                break;
            case Kind::integers:
                type = tensor_of(element::int64, Extents{static_cast<std::int64_t>(attribute->integers.size())});
                break;
            case Kind::floats:
                type = tensor_of(element::float32, Extents{static_cast<std::int64_t>(attribute->floats.size())});
                break;
            default:
                break;
        }
    }
    Types types(node.outputs.size(), type);
    return types;
}

/// GatherND: the leading extents of the indices, then the remaining extents of the data.
std::optional<Extents> gathered(const Node& node, const Operands& operands) {
    const Extents* data = shape_at(operands, 0);
    const Extents* indices = shape_at(operands, 1);
    if (data == nullptr || indices == nullptr || indices->empty() || indices->back() < 0) {
        return std::nullopt;
    }
    const auto rank = static_cast<std::int64_t>(data->size());
    const std::int64_t batch = integer_of(node, "batch_dims", 0);
    if (batch < 0 || batch > rank || indices->back() > rank - batch) {
        return std::nullopt;
    }
    Extents shape(indices->begin(), indices->end() - 1);
    shape.insert(shape.end(), data->begin() + static_cast<std::ptrdiff_t>(batch + indices->back()), data->end());
    return shape;
}

/// An operator whose first output has the shape of its first operand.
struct KeptShape {
    std::string_view domain;
    std::string_view type;
    std::int64_t element = 0;                                        ///< element type of the output; 0: as the operand
    std::int64_t before = std::numeric_limits<std::int64_t>::max();  ///< first version in which the rule does not hold
};

constexpr std::string_view learning = "ai.onnx.ml";
/// From this version on both operands broadcast. Before, only the second one did, from an axis on.
constexpr std::int64_t first_with_broadcast = 7;

/// Operators without inference in the library, including newer standard ones.
constexpr KeptShape kept_shapes[] = {
    {"", "Affine"},
    {"", "BitwiseNot"},
    {"", "Celu"},
    {"", "Gelu"},
    {"", "GroupNormalization"},
    {"", "ImageScaler"},
    {"", "InstanceNormalization"},
    {"", "LpNormalization"},
    {"", "MeanVarianceNormalization"},
    {"", "Mish"},
    {"", "ParametricSoftplus"},
    {"", "RMSNormalization"},
    {"", "RotaryEmbedding"},
    {"", "ScaledTanh"},
    {"", "SimplifiedLayerNormalization"},
    {"", "Swish"},
    {"", "Add", 0, first_with_broadcast},
    {"", "Sub", 0, first_with_broadcast},
    {"", "Mul", 0, first_with_broadcast},
    {"", "Div", 0, first_with_broadcast},
    {"", "Pow", 0, first_with_broadcast},
    {"", "PRelu", 0, first_with_broadcast},
    {learning, "Binarizer"},
    {learning, "Imputer"},
    {learning, "Normalizer", element::float32},
    {learning, "Scaler", element::float32},
    {microsoft_domain, "BiasAdd"},
    {microsoft_domain, "BiasGelu"},
    {microsoft_domain, "BiasSoftmax"},
    {microsoft_domain, "FastGelu"},
    {microsoft_domain, "Gelu"},
    {microsoft_domain, "GroupNorm"},
    {microsoft_domain, "Inverse"},
    {microsoft_domain, "LongformerAttention"},
    {microsoft_domain, "QLinearLeakyRelu"},
    {microsoft_domain, "QLinearSigmoid"},
    {microsoft_domain, "QLinearSoftmax"},
    {microsoft_domain, "QuickGelu"},
    {microsoft_domain, "RotaryEmbedding"},
    {microsoft_domain, "Trilu"},
};

const KeptShape* kept_shape_of(const Node& node, std::int64_t operator_set) {
    const std::string_view domain = is_standard(node) ? std::string_view() : node.domain;
    const auto found = std::find_if(std::begin(kept_shapes), std::end(kept_shapes), [&](const KeptShape& row) {
        return row.type == node.type && row.domain == domain && operator_set < row.before;
    });
    return found == std::end(kept_shapes) ? nullptr : found;
}

/// Quantized operators of ONNX Runtime.
std::optional<TensorType> quantized(const Node& node, const Operands& operands) {
    constexpr std::size_t second = 3;
    if (node.domain != microsoft_domain) {
        return std::nullopt;
    }
    const Extents* from = shape_at(operands, 0);
    if (node.type == "QLinearAdd" || node.type == "QLinearMul") {
        return tensor_of(element_at(operands, 0), broadcast_shape_of(from, shape_at(operands, second)));
    }
    if (node.type == "QLinearGlobalAveragePool" && from != nullptr && from->size() > 2) {
        Extents shape(from->size(), 1);
        const std::size_t channel = integer_of(node, "channels_last", 0) != 0 ? from->size() - 1 : 1;
        shape.front() = from->front();
        shape[channel] = (*from)[channel];
        return tensor_of(element_at(operands, 0), shape);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Types> types_by_rule(const Node& node, std::int64_t operator_set, const Operands& operands) {
    if (node.outputs.empty()) {
        return Types();
    }
    if (auto types = types_by_table({node, operator_set, operands})) {
        return types;
    }
    const auto first_output = [&](std::optional<Extents> shape) {
        Types types(node.outputs.size());
        types.front() = tensor_of(element_at(operands, 0), std::move(shape));
        return types;
    };
    if (const KeptShape* kept = kept_shape_of(node, operator_set)) {
        const Extents* shape = shape_at(operands, 0);
        auto types = first_output(shape != nullptr ? std::optional(*shape) : std::nullopt);
        types.front().element = kept->element != 0 ? kept->element : types.front().element;
        return types;
    }
    if (auto type = quantized(node, operands)) {
        Types types(node.outputs.size());
        types.front() = std::move(*type);
        return types;
    }
    if (!is_standard(node)) {
        return std::nullopt;
    }
    const std::string_view type = node.type;
    if (type == "Constant") {
        return type_of_constant(node);
    }
    if (type == "Shape" || type == "Size") {
        const auto values = known_outputs(node, operands, {});
        const auto& value = values.front();
        Types types(node.outputs.size());
        types.front() = tensor_of(element::int64, value            ? std::optional(value->shape)
                                                  : type == "Size" ? std::optional(Extents())
                                                                   : Extents{unknown_extent});
        return types;
    }
    if (type == "Reshape") {
        return first_output(reshaped_extents(node, operands));
    }
    if (type == "Pad") {
        return first_output(padded(node, operator_set, operands));
    }
    if (type == "Resize" || type == "Upsample") {
        return first_output(resized(node, operator_set, operands));
    }
    if (type == "GatherND") {
        return first_output(gathered(node, operands));
    }
    if (type == "Split") {
        return split_types(node, operands);
    }
    if (type == "GreaterOrEqual" || type == "LessOrEqual" || type.starts_with("Bitwise")) {
        auto types = first_output(broadcast_shape_of(shape_at(operands, 0), shape_at(operands, 1)));
        types.front().element = type.starts_with("Bitwise") ? types.front().element : element::boolean;
        return types;
    }
    if (type.starts_with("Reduce")) {
        return first_output(reduced_extents(node, operands));
    }
    return std::nullopt;
}

}  // namespace arenascope::onnx_file
