#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/format/onnx/model.h"

namespace arenascope::onnx_file {

using Extents = std::vector<std::int64_t>;

/// ONNX numbers of the element types that the reader needs by name.
namespace element {
inline constexpr std::int64_t float32 = 1;
inline constexpr std::int64_t uint8 = 2;
inline constexpr std::int64_t int32 = 6;
inline constexpr std::int64_t int64 = 7;
inline constexpr std::int64_t boolean = 9;
inline constexpr std::int64_t float64 = 11;
}  // namespace element

/// Name of an element type, such as float32; empty: unknown number.
[[nodiscard]] std::string_view element_name(std::int64_t element);
/// Bits of an element; 0: unknown, or not fixed.
[[nodiscard]] std::int64_t element_bits(std::int64_t element);

/// An element of a value, which may be unknown before the model runs.
struct Number {
    bool known = false;
    std::int64_t integer = 0;  ///< value of integers and booleans
    double floating = 0;       ///< value of floats
};

/// A tensor with known elements, all or some. Sizes of other tensors are computed from it.
struct KnownValue {
    /// Limit on computed values; a value with more elements is unknown.
    static constexpr std::int64_t max_elements = std::int64_t{1} << 20U;
    /// Limit on stored tensors that are read. Larger ones are weights and seldom describe a shape.
    static constexpr std::int64_t max_stored_elements = 1024;

    std::int64_t element = element::int64;
    Extents shape;
    std::vector<Number> numbers;  ///< in row-major order

    [[nodiscard]] bool is_float() const { return element == element::float32 || element == element::float64; }
    [[nodiscard]] bool is_integer() const;
    [[nodiscard]] bool all_known() const;
};

[[nodiscard]] Number integer_number(std::int64_t number);
[[nodiscard]] Number float_number(double number);

/// A one-dimensional value of integers.
[[nodiscard]] KnownValue row_of(const Extents& numbers);

/// Limit on ranks: a shape of higher rank is treated as unknown.
inline constexpr std::size_t max_rank = 32;

/// The number of elements of a shape. Empty: an extent is unknown, or there are more than `most`.
[[nodiscard]] std::optional<std::int64_t> element_count(const Extents& shape,
                                                        std::int64_t most = KnownValue::max_elements);

/// The elements of a small stored tensor. Empty: it is large, external, sparse or of another type.
[[nodiscard]] std::optional<KnownValue> stored_value(const StoredTensor& tensor);

/// The integers of a value. Empty: it has other elements or unknown ones.
[[nodiscard]] std::optional<Extents> integers_in(const KnownValue& value);

/// An unknown extent.
inline constexpr std::int64_t unknown_extent = -1;

struct SequenceRun;

/// The known facts about a value's type.
struct TensorType {
    DeclaredType::Kind kind = DeclaredType::Kind::none;
    std::int64_t element = 0;      ///< ONNX number of the element type; 0: unknown
    std::optional<Extents> shape;  ///< empty: not even the rank is known
    /// Elements of a sequence or optional, in order; null: unknown. Shared by values of the same type.
    std::shared_ptr<const std::vector<SequenceRun>> parts = nullptr;
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Consecutive tensors of the same type in a sequence.
struct SequenceRun {
    TensorType type;
    std::int64_t count = 1;  ///< unknown_extent: unknown number
};

/// A value that a node reads.
struct Operand {
    const TensorType* type = nullptr;   ///< null: an absent optional operand
    const KnownValue* value = nullptr;  ///< null: no element is known
};

/// The operand at a position; absent if there is none.
[[nodiscard]] inline Operand operand_at(const std::vector<Operand>& operands, std::size_t position) {
    return position < operands.size() ? operands[position] : Operand{};
}

/// The shape of an operand; null: it is absent, or its rank is unknown.
[[nodiscard]] inline const Extents* shape_at(const std::vector<Operand>& operands, std::size_t position) {
    const Operand operand = operand_at(operands, position);
    return operand.type != nullptr && operand.type->shape ? &*operand.type->shape : nullptr;
}

/// The position of an axis in a tensor of that rank; negative axes count from the end. Empty: no such axis.
[[nodiscard]] inline std::optional<std::size_t> axis_in(std::int64_t axis, std::size_t rank) {
    const auto count = static_cast<std::int64_t>(rank);
    if (axis < -count || axis >= count) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

}  // namespace arenascope::onnx_file
