#include "core/format/onnx/enlarged_value.h"

#include <algorithm>

#include "core/model/memory/quantity.h"

namespace arenascope::onnx_file {
namespace {

/// The value with a new shape of the same rank. `source` maps a position along an axis to a position in `value`; a
/// position outside of it is padding.
template <class Source>
std::optional<KnownValue> enlarged(const KnownValue& value, Extents shape, const Number& border, std::int64_t most,
                                   const Source& source) {
    const auto elements = element_count(shape, most);
    if (!elements) {
        return std::nullopt;
    }
    KnownValue result{value.element, std::move(shape), {}};
    result.numbers.reserve(static_cast<std::size_t>(*elements));
    for (std::int64_t i = 0; i < *elements; ++i) {
        std::int64_t rest = i;
        std::int64_t from = 0;
        std::int64_t stride = 1;
        bool is_border = false;
        for (std::size_t axis = value.shape.size(); axis-- > 0;) {
            const std::int64_t position = source(axis, rest % result.shape[axis]);
            rest /= result.shape[axis];
            const bool is_inside = position >= 0 && position < value.shape[axis];
            is_border |= !is_inside;
            from += is_inside ? position * stride : 0;
            stride *= value.shape[axis];
        }
        result.numbers.push_back(is_border ? border : value.numbers[static_cast<std::size_t>(from)]);
    }
    return result;
}

}  // namespace

std::optional<KnownValue> tiled(const KnownValue& value, const KnownValue& repeats, std::int64_t most) {
    const auto counts = integers_in(repeats);
    if (!counts || counts->size() != value.shape.size()) {
        return std::nullopt;
    }
    Extents shape = value.shape;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const auto extent = checked_multiply(shape[axis], (*counts)[axis]);
        if (!extent) {
            return std::nullopt;
        }
        shape[axis] = *extent;
    }
    return enlarged(value, std::move(shape), Number{}, most,
                    [&value](std::size_t axis, std::int64_t position) { return position % value.shape[axis]; });
}

std::optional<KnownValue> padded_value(const Node& node, const std::vector<Operand>& operands, std::int64_t most) {
    constexpr std::size_t filling = 2;
    constexpr std::size_t chosen_axes = 3;
    const KnownValue& value = *operands.front().value;
    const KnownValue* given = operand_at(operands, 1).value;
    const auto pads = given != nullptr ? integers_in(*given) : std::nullopt;
    const std::size_t rank = value.shape.size();
    if (!pads || pads->size() != 2 * rank || text_of(node, "mode", "constant") != "constant" ||
        operand_at(operands, chosen_axes).type != nullptr) {
        return std::nullopt;
    }
    Extents shape = value.shape;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const auto both = checked_add((*pads)[axis], (*pads)[axis + rank]);
        const auto extent = both ? checked_add(shape[axis], *both) : std::nullopt;
        if (!extent) {
            return std::nullopt;
        }
        shape[axis] = *extent;
    }
    Number border = value.is_float() ? float_number(0) : integer_number(0);
    if (operand_at(operands, filling).type != nullptr) {
        const KnownValue* given_value = operand_at(operands, filling).value;
        border =
            given_value != nullptr && given_value->numbers.size() == 1 && given_value->is_float() == value.is_float()
                ? given_value->numbers.front()
                : Number{};
    }
    return enlarged(value, std::move(shape), border, most, [&pads](std::size_t axis, std::int64_t position) {
        return checked_subtract(position, (*pads)[axis]).value_or(-1);
    });
}

}  // namespace arenascope::onnx_file
