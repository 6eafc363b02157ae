#include "core/format/onnx/shape_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/format/onnx/element_arithmetic.h"
#include "core/format/onnx/enlarged_value.h"
#include "core/model/memory/quantity.h"

namespace arenascope::onnx_file {
namespace {

using Known = std::optional<KnownValue>;
using Operands = std::vector<Operand>;
using Values = std::vector<const KnownValue*>;

/// A tensor divided along an axis: `outer` blocks of `extent` rows of `inner` numbers.
struct AxisView {
    std::int64_t outer = 1;
    std::int64_t extent = 1;
    std::int64_t inner = 1;

    AxisView(const Extents& shape, std::size_t axis) : extent(shape[axis]) {
        for (std::size_t i = 0; i < shape.size(); ++i) {
            (i < axis ? outer : inner) *= i == axis ? 1 : shape[i];
        }
    }

    [[nodiscard]] std::size_t at(std::int64_t block, std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>((block * extent + row) * inner + column);
    }
};

/// The rows at these positions along an axis, in this order.
Known rows_of(const KnownValue& value, std::size_t axis, const Extents& rows, std::int64_t most) {
    const AxisView view(value.shape, axis);
    KnownValue result{value.element, value.shape, {}};
    result.shape[axis] = std::ssize(rows);
    if (!element_count(result.shape, most)) {
        return std::nullopt;
    }
    for (std::int64_t block = 0; block < view.outer; ++block) {
        for (const std::int64_t row : rows) {
            for (std::int64_t column = 0; column < view.inner; ++column) {
                result.numbers.push_back(value.numbers[view.at(block, row, column)]);
            }
        }
    }
    return result;
}

/// The integers of an attribute, or of the operand that replaces it in newer versions.
std::optional<Extents> integers_from(const Node& node, std::string_view attribute, const Operands& operands,
                                     std::size_t position) {
    if (const auto* given = integers_of(node, attribute)) {
        return *given;
    }
    const Operand operand = operand_at(operands, position);
    return operand.value != nullptr ? integers_in(*operand.value) : std::nullopt;
}

Known constant(const Node& node) {
    for (const Attribute& attribute : node.attributes) {
        if (attribute.name == "value" && !attribute.tensors.empty()) {
            return stored_value(attribute.tensors.front());
        }
        if (attribute.name == "value_int") {
            return KnownValue{element::int64, {}, {integer_number(attribute.integer)}};
        }
        if (attribute.name == "value_float") {
            return KnownValue{element::float32, {}, {float_number(attribute.floating)}};
        }
        if (attribute.name == "value_ints") {
            return element_count({std::ssize(attribute.integers)}) ? Known(row_of(attribute.integers)) : Known();
        }
        if (attribute.name == "value_floats") {
            const auto count = std::ssize(attribute.floats);
            KnownValue row{element::float32, {count}, {}};
            std::ranges::transform(attribute.floats, std::back_inserter(row.numbers), float_number);
            return element_count(row.shape) ? Known(std::move(row)) : Known();
        }
    }
    return std::nullopt;
}

Known constant_of_shape(const Node& node, const KnownValue& shape, std::int64_t most) {
    const auto extents = integers_in(shape);
    const auto elements = extents ? element_count(*extents, most) : std::nullopt;
    if (!elements) {
        return std::nullopt;
    }
    KnownValue filler{element::float32, {}, {float_number(0)}};
    if (const Attribute* given = attribute_of(node, "value"); given != nullptr && !given->tensors.empty()) {
        const auto stored = stored_value(given->tensors.front());
        if (!stored || stored->numbers.size() != 1) {
            return std::nullopt;
        }
        filler = *stored;
    }
    return KnownValue{filler.element, *extents,
                      std::vector<Number>(static_cast<std::size_t>(*elements), filler.numbers[0])};
}

/// The value of Shape. Unknown extents are unknown numbers.
Known shape_value(const Node& node, const Extents& shape) {
    const auto rank = std::ssize(shape);
    const auto clamped = [rank](std::int64_t position) {
        return std::clamp<std::int64_t>(position < 0 ? position + rank : position, 0, rank);
    };
    const std::int64_t begin = clamped(std::max(integer_of(node, "start", 0), -rank));
    const std::int64_t end = clamped(std::max(integer_of(node, "end", rank), -rank));
    KnownValue value{element::int64, {std::max<std::int64_t>(end - begin, 0)}, {}};
    for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t extent = shape[static_cast<std::size_t>(i)];
        value.numbers.push_back(extent < 0 ? Number{} : integer_number(extent));
    }
    return element_count(value.shape) ? Known(std::move(value)) : Known();
}

Known size_value(const Extents& shape) {
    std::optional<std::int64_t> elements = 1;
    for (const std::int64_t extent : shape) {
        elements = elements && extent >= 0 ? checked_multiply(*elements, extent) : std::nullopt;
    }
    return elements ? Known(KnownValue{element::int64, {}, {integer_number(*elements)}}) : std::nullopt;
}

Known gather(const Node& node, const KnownValue& data, const KnownValue& indices, std::int64_t most) {
    const auto axis = axis_in(integer_of(node, "axis", 0), data.shape.size());
    auto rows = integers_in(indices);
    if (!axis || !rows) {
        return std::nullopt;
    }
    const std::int64_t extent = data.shape[*axis];
    for (std::int64_t& row : *rows) {
        row += row < 0 ? extent : 0;
        if (row < 0 || row >= extent) {
            return std::nullopt;
        }
    }
    auto result = rows_of(data, *axis, *rows, most);
    if (result) {
        // The extents of the indices replace the axis.
        const auto at = result->shape.begin() + static_cast<std::ptrdiff_t>(*axis);
        result->shape.insert(result->shape.erase(at), indices.shape.begin(), indices.shape.end());
    }
    return result;
}

/// The positions from `begin` to `end`, by the rules of Slice.
std::optional<Extents> slice_rows(std::int64_t extent, std::int64_t begin, std::int64_t end, std::int64_t step) {
    if (step == 0 || step == std::numeric_limits<std::int64_t>::min()) {
        return std::nullopt;
    }
    const auto clamped = [extent](std::int64_t position, std::int64_t low, std::int64_t high) {
        return std::clamp(position < 0 ? position + extent : position, low, high);
    };
    Extents rows;
    if (extent == 0) {
        return rows;
    }
    if (step > 0) {
        begin = clamped(begin, 0, extent);
        end = clamped(end, 0, extent);
        for (std::int64_t row = begin; row < end; row += std::min(step, extent)) {
            rows.push_back(row);
        }
    } else {
        begin = clamped(begin, 0, extent - 1);
        end = clamped(end, -1, extent - 1);
        for (std::int64_t row = begin; row > end; row -= std::min(-step, extent)) {
            rows.push_back(row);
        }
    }
    return rows;
}

Known slice(const Node& node, const Operands& operands, std::int64_t most) {
    const KnownValue& data = *operands.front().value;
    const auto begins = integers_from(node, "starts", operands, 1);
    const auto ends = integers_from(node, "ends", operands, 2);
    const auto axes = integers_from(node, "axes", operands, 3);
    const auto steps = integers_from(node, "steps", operands, 4);
    const bool has_axes = operand_at(operands, 3).type != nullptr;
    const bool has_steps = operand_at(operands, 4).type != nullptr;
    if (!begins || !ends || begins->size() > data.shape.size() || begins->size() != ends->size() ||
        (has_axes && !axes) || (has_steps && !steps) || (axes && axes->size() != begins->size()) ||
        (steps && steps->size() != begins->size())) {
        return std::nullopt;
    }
    Known result = data;
    for (std::size_t i = 0; result && i < begins->size(); ++i) {
        const auto axis = axis_in(axes ? (*axes)[i] : static_cast<std::int64_t>(i), data.shape.size());
        if (!axis) {
            return std::nullopt;
        }
        const auto rows = slice_rows(result->shape[*axis], (*begins)[i], (*ends)[i], steps ? (*steps)[i] : 1);
        result = rows ? rows_of(*result, *axis, *rows, most) : std::nullopt;
    }
    return result;
}

Known concat(const Node& node, const Values& parts, std::int64_t most) {
    const auto axis = axis_in(integer_of(node, "axis", 1), parts.front()->shape.size());
    if (!axis) {
        return std::nullopt;
    }
    KnownValue result{parts.front()->element, parts.front()->shape, {}};
    result.shape[*axis] = 0;
    for (const KnownValue* part : parts) {
        Extents expected = part->shape;
        if (expected.size() != result.shape.size() || part->is_float() != result.is_float()) {
            return std::nullopt;
        }
        expected[*axis] = result.shape[*axis];
        if (expected != result.shape) {
            return std::nullopt;
        }
        result.shape[*axis] += part->shape[*axis];
    }
    if (!element_count(result.shape, most)) {
        return std::nullopt;
    }
    const AxisView view(result.shape, *axis);
    for (std::int64_t block = 0; block < view.outer; ++block) {
        for (const KnownValue* part : parts) {
            const AxisView own(part->shape, *axis);
            const auto first = part->numbers.begin() + static_cast<std::ptrdiff_t>(own.at(block, 0, 0));
            result.numbers.insert(result.numbers.end(), first, first + own.extent * own.inner);
        }
    }
    return result;
}

/// The same numbers with another shape.
Known reshaped(const KnownValue& value, Extents shape) {
    const auto elements = element_count(shape);
    return elements && *elements == std::ssize(value.numbers)
               ? Known(KnownValue{value.element, std::move(shape), value.numbers})
               : std::nullopt;
}

Known range(const Values& operands, std::int64_t most) {
    if (operands.size() != 3 || operands[0]->is_float()) {
        return std::nullopt;
    }
    Extents bounds;
    for (const KnownValue* operand : operands) {
        if (operand->is_float() || operand->numbers.size() != 1 || !operand->numbers.front().known) {
            return std::nullopt;
        }
        bounds.push_back(operand->numbers.front().integer);
    }
    KnownValue row{operands[0]->element, {}, {}};
    const std::int64_t step = bounds[2];
    std::optional<std::int64_t> at = bounds[0];
    while (step != 0 && at && (step > 0 ? *at < bounds[1] : *at > bounds[1])) {
        if (std::ssize(row.numbers) >= most) {
            return std::nullopt;
        }
        row.numbers.push_back(integer_number(*at));
        at = checked_add(*at, step);
    }
    row.shape = {std::ssize(row.numbers)};
    return step == 0 ? std::nullopt : Known(std::move(row));
}

Known transposed(const Node& node, const KnownValue& value) {
    const std::size_t rank = value.shape.size();
    Extents order(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        order[i] = static_cast<std::int64_t>(rank - 1 - i);
    }
    if (const auto* given = integers_of(node, "perm")) {
        order = *given;
    }
    Extents sorted = order;
    std::ranges::sort(sorted);
    KnownValue result{value.element, {}, {}};
    Extents strides(rank, 1);
    for (std::size_t i = rank; i-- > 1;) {
        strides[i - 1] = strides[i] * value.shape[i];
    }
    for (std::size_t i = 0; i < rank; ++i) {
        if (sorted.size() != rank || sorted[i] != static_cast<std::int64_t>(i)) {
            return std::nullopt;
        }
        result.shape.push_back(value.shape[static_cast<std::size_t>(order[i])]);
    }
    for (std::size_t i = 0; i < value.numbers.size(); ++i) {
        auto rest = static_cast<std::int64_t>(i);
        std::int64_t from = 0;
        for (std::size_t axis = rank; axis-- > 0;) {
            from += rest % result.shape[axis] * strides[static_cast<std::size_t>(order[axis])];
            rest /= result.shape[axis];
        }
        result.numbers.push_back(value.numbers[static_cast<std::size_t>(from)]);
    }
    return result;
}

Known where(const Values& operands, std::int64_t most) {
    if (operands.size() != 3 || operands[1]->is_float() != operands[2]->is_float()) {
        return std::nullopt;
    }
    const auto shape = broadcast_shape({&operands[0]->shape, &operands[1]->shape, &operands[2]->shape});
    if (!shape) {
        return std::nullopt;
    }
    const auto choice = broadcast(*operands[0], *shape, most);
    const auto yes = broadcast(*operands[1], *shape, most);
    auto result = broadcast(*operands[2], *shape, most);
    if (!choice || !yes || !result) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < result->numbers.size(); ++i) {
        const Number& chosen = choice->numbers[i];
        result->numbers[i] = !chosen.known ? Number{} : chosen.integer != 0 ? yes->numbers[i] : result->numbers[i];
    }
    return result;
}

Known non_zero(const KnownValue& value, std::int64_t most) {
    if (!value.all_known() || value.shape.empty()) {
        return std::nullopt;
    }
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < value.numbers.size(); ++i) {
        if (value.numbers[i].integer != 0 || value.numbers[i].floating != 0) {
            found.push_back(static_cast<std::int64_t>(i));
        }
    }
    KnownValue result{element::int64, {std::ssize(value.shape), std::ssize(found)}, {}};
    if (!element_count(result.shape, most)) {
        return std::nullopt;
    }
    for (std::size_t axis = 0; axis < value.shape.size(); ++axis) {
        const AxisView view(value.shape, axis);
        for (const std::int64_t at : found) {
            result.numbers.push_back(integer_number(at / view.inner % view.extent));
        }
    }
    return result;
}

Known reduced(const Node& node, const Operands& operands, std::int64_t /*most*/) {
    const KnownValue& value = *operands.front().value;
    auto axes = integers_from(node, "axes", operands, 1);
    const bool has_unknown_axes = operand_at(operands, 1).type != nullptr && !axes;
    const bool keeps = integer_of(node, "keepdims", 1) != 0;
    // Only full reductions are supported, because shapes are one-dimensional.
    const bool is_integer = !axes || axes->empty() || (value.shape.size() == 1 && axes->size() == 1);
    if (has_unknown_axes || !is_integer || value.numbers.empty() || integer_of(node, "noop_with_empty_axes", 0) != 0) {
        return std::nullopt;
    }
    const std::string_view combine = node.type == "ReduceProd"  ? "Mul"
                                     : node.type == "ReduceSum" ? "Add"
                                                                : node.type.substr(std::string_view("Reduce").size());
    Number result = value.numbers.front();
    for (std::size_t i = 1; i < value.numbers.size(); ++i) {
        result = combination(combine, value.element, result, value.numbers[i]);
    }
    return KnownValue{value.element, Extents(keeps ? value.shape.size() : 0, 1), {result}};
}

std::vector<Known> split(const Node& node, const Operands& operands, std::int64_t most) {
    const KnownValue& value = *operands.front().value;
    std::vector<Known> parts(node.outputs.size());
    const auto axis = axis_in(integer_of(node, "axis", 0), value.shape.size());
    if (!axis || parts.empty()) {
        return parts;
    }
    const auto count = std::ssize(parts);
    auto extents = integers_from(node, "split", operands, 1);
    if (!extents && operand_at(operands, 1).type == nullptr) {
        const std::int64_t each = (value.shape[*axis] + count - 1) / count;
        extents = Extents(parts.size(), each);
        extents->back() = value.shape[*axis] - each * (count - 1);
    }
    if (!extents || extents->size() != parts.size()) {
        return parts;
    }
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::int64_t extent = (*extents)[i];
        if (extent < 0 || extent > value.shape[*axis] - begin) {
            return parts;
        }
        const auto rows = slice_rows(value.shape[*axis], begin, begin + extent, 1);
        parts[i] = rows_of(value, *axis, *rows, most);
        begin += extent;
    }
    return parts;
}

/// An operator that is computed from known operands.
struct ValueRule {
    std::string_view type;
    std::size_t operands;  ///< their number; 0: any
    Known (*compute)(const Node& node, const Values& operands, std::int64_t most);
};

constexpr ValueRule value_rules[] = {
    {"Cast", 1,
     [](const Node& node, const Values& values, std::int64_t /*most*/) {
         return cast(*values[0], integer_of(node, "to", 0));
     }},
    {"Concat", 0, concat},
    {"ConstantOfShape", 1,
     [](const Node& node, const Values& values, std::int64_t most) {
         return constant_of_shape(node, *values[0], most);
     }},
    {"Expand", 2,
     [](const Node& /*node*/, const Values& values, std::int64_t most) {
         const auto shape = integers_in(*values[1]);
         return shape ? broadcast(*values[0], *shape, most) : std::nullopt;
     }},
    {"Gather", 2,
     [](const Node& node, const Values& values, std::int64_t most) {
         return gather(node, *values[0], *values[1], most);
     }},
    {"NonZero", 1,
     [](const Node& /*node*/, const Values& values, std::int64_t most) { return non_zero(*values[0], most); }},
    {"Range", 3, [](const Node& /*node*/, const Values& values, std::int64_t most) { return range(values, most); }},
    {"Tile", 2,
     [](const Node& /*node*/, const Values& values, std::int64_t most) { return tiled(*values[0], *values[1], most); }},
    {"Transpose", 1,
     [](const Node& node, const Values& values, std::int64_t /*most*/) { return transposed(node, *values[0]); }},
    {"Where", 3, [](const Node& /*node*/, const Values& values, std::int64_t most) { return where(values, most); }},
};

/// An operator that is computed even if some operands, other than the first, are unknown.
struct PartRule {
    std::string_view type;
    Known (*compute)(const Node& node, const Operands& operands, std::int64_t most);
};

constexpr PartRule part_rules[] = {
    {"Pad", padded_value},   {"ReduceMax", reduced}, {"ReduceMin", reduced},
    {"ReduceProd", reduced}, {"ReduceSum", reduced}, {"Slice", slice},
};

/// Computes operators that need all operands to be known.
Known known_output(const Node& node, const Operands& operands, std::int64_t most) {
    Values values;
    for (const Operand& operand : operands) {
        if (operand.value == nullptr) {
            return std::nullopt;
        }
        values.push_back(operand.value);
    }
    const ValueRule* row = row_of_operator(value_rules, node.type);
    if (row != nullptr && (row->operands == 0 || row->operands == values.size())) {
        return row->compute(node, values, most);
    }
    if (values.size() == 1) {
        if (auto value = transformed(node.type, *values[0])) {
            return value;
        }
    }
    const bool has_sign_of_dividend = node.type == "Mod" && integer_of(node, "fmod", 0) != 0;
    return combined(has_sign_of_dividend ? remainder_operation : node.type, values, most);
}

/// Operators that change only the shape of their first operand; the new shape is known by now.
bool changes_only_shape(std::string_view type) {
    return type == "Reshape" || type == "Flatten" || type == "Squeeze" || type == "Unsqueeze";
}

}  // namespace

bool computes_elements(const Node& node) {
    const std::string_view type = node.type;
    return is_standard(node) &&
           (changes_only_shape(type) || is_element_wise(type) || type == "Split" ||
            row_of_operator(value_rules, type) != nullptr || row_of_operator(part_rules, type) != nullptr);
}

std::vector<Known> known_outputs(const Node& node, const Operands& operands, const std::vector<TensorType>& outputs,
                                 std::int64_t most) {
    std::vector<Known> values(node.outputs.size());
    if (values.empty() || !is_standard(node)) {
        return values;
    }
    const std::string_view type = node.type;
    if (type == "Constant") {
        values.front() = constant(node);
        return values;
    }
    if (const Extents* shape = shape_at(operands, 0); shape != nullptr && (type == "Shape" || type == "Size")) {
        values.front() = type == "Shape" ? shape_value(node, *shape) : size_value(*shape);
        return values;
    }
    const KnownValue* first = operand_at(operands, 0).value;
    if (first == nullptr) {
        return values;
    }
    if (changes_only_shape(type)) {
        values.front() = !outputs.empty() && outputs.front().shape ? reshaped(*first, *outputs.front().shape) : Known();
        return values;
    }
    if (type == "Split") {
        return split(node, operands, most);
    }
    const PartRule* row = row_of_operator(part_rules, type);
    values.front() = row != nullptr ? row->compute(node, operands, most) : known_output(node, operands, most);
    return values;
}

}  // namespace arenascope::onnx_file
