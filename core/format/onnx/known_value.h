#pragma once

#include <cstdint>
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

}  // namespace arenascope::onnx_file
