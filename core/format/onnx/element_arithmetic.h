#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

/// The broadcast shape of the operands (NumPy rules). Empty: they do not broadcast.
[[nodiscard]] std::optional<Extents> broadcast_shape(const std::vector<const Extents*>& shapes);

/// Broadcasts a value to a shape. Empty: it does not fit, or has more than `most` elements.
[[nodiscard]] std::optional<KnownValue> broadcast(const KnownValue& value, const Extents& shape, std::int64_t most);

/// The name by which `combined` knows a Mod with fmod = 1: the result has the sign of the dividend.
inline constexpr std::string_view remainder_operation = "fmod";

/// Computes an element-wise operator: Add, Sub, Mul, Div, Mod, Pow, Min, Max, Sum, comparisons and logic. Empty for
/// other operators, more than `most` elements or more than 64 operands. A number that does not fit in 64 bits is
/// unknown.
[[nodiscard]] std::optional<KnownValue> combined(std::string_view type, const std::vector<const KnownValue*>& operands,
                                                 std::int64_t most);

/// Computes an element-wise operator with one operand: Neg, Abs, Sign, Floor, Ceil, Round, Sqrt, Not, Identity.
[[nodiscard]] std::optional<KnownValue> transformed(std::string_view type, const KnownValue& operand);

[[nodiscard]] bool is_element_wise(std::string_view type);

/// The row of an operator in a table; null: there is none. Linear in the rows.
template <class Row, std::size_t count>
[[nodiscard]] constexpr const Row* row_of_operator(const Row (&rows)[count], std::string_view type) {
    const auto row = std::ranges::find(rows, type, &Row::type);
    return row == std::end(rows) ? nullptr : row;
}

/// Converts the elements to another type.
[[nodiscard]] std::optional<KnownValue> cast(const KnownValue& operand, std::int64_t element);

/// Applies an operator of `combined` to two numbers.
[[nodiscard]] Number combination(std::string_view type, std::int64_t element, const Number& a, const Number& b);

}  // namespace arenascope::onnx_file
