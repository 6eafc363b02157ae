#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

/// The shape that operands are spread to, the innermost extents side by side; none where they do not fit.
[[nodiscard]] std::optional<Extents> spread_shape(const std::vector<const Extents*>& shapes);

/// The operand with every element repeated as often as the shape asks; none where it does not fit or would have more
/// than `most` elements.
[[nodiscard]] std::optional<KnownValue> spread(const KnownValue& value, const Extents& shape, std::int64_t most);

/// What `combined` knows a Mod by whose attribute asks for C's `fmod`: the result has the sign of the dividend.
inline constexpr std::string_view remainder_operation = "fmod";

/// Element by element: Add, Sub, Mul, Div, Mod, Pow, Min, Max, Sum, the comparisons and the logic. None for other
/// operators, for a result of more than `most` elements and for more than 64 operands. A number that does not fit 64
/// bits is unknown.
[[nodiscard]] std::optional<KnownValue> combined(std::string_view type, const std::vector<const KnownValue*>& operands,
                                                 std::int64_t most);

/// Element by element with one operand: Neg, Abs, Sign, Floor, Ceil, Round, Sqrt, Not, Identity.
[[nodiscard]] std::optional<KnownValue> transformed(std::string_view type, const KnownValue& operand);

/// Whether `combined` or `transformed` computes operators of this type.
[[nodiscard]] bool is_element_wise(std::string_view type);

/// The same numbers as elements of another type.
[[nodiscard]] std::optional<KnownValue> cast(const KnownValue& operand, std::int64_t element);

/// The combination of two numbers by one of the operators of `combined`.
[[nodiscard]] Number combination(std::string_view type, std::int64_t element, const Number& a, const Number& b);

}  // namespace arenascope::onnx_file
