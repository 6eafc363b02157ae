#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/format/onnx/model.h"

namespace arenascope::onnx_file {

using Extents = std::vector<std::int64_t>;

/// The types of elements by their number in the format, as far as reading asks for one by name.
namespace element {
inline constexpr std::int64_t float32 = 1;
inline constexpr std::int64_t uint8 = 2;
inline constexpr std::int64_t int32 = 6;
inline constexpr std::int64_t int64 = 7;
inline constexpr std::int64_t boolean = 9;
inline constexpr std::int64_t float64 = 11;
}  // namespace element

/// Name of a type of elements, such as float32; empty where the number is none that is known.
[[nodiscard]] std::string_view element_name(std::int64_t element);
/// Bits that one element takes; 0: not a fixed number, or not known.
[[nodiscard]] std::int64_t element_bits(std::int64_t element);

/// One number that may be known before the model runs.
struct Number {
    bool known = false;
    std::int64_t whole = 0;  ///< of whole numbers and truths
    double real = 0;         ///< of floating-point numbers
};

/// A tensor whose elements are known, all or some: sizes of other tensors are computed from them.
struct KnownValue {
    /// The cap on computed constants: a value with more elements is unknown.
    static constexpr std::int64_t most_elements = std::int64_t{1} << 20U;
    /// More elements than this seldom describe a shape. A stored tensor that is larger holds weights and is not read.
    static constexpr std::int64_t usual_elements = 1024;

    std::int64_t element = element::int64;
    Extents shape;
    std::vector<Number> numbers;  ///< in row-major order

    [[nodiscard]] bool is_real() const { return element == element::float32 || element == element::float64; }
    [[nodiscard]] bool is_whole() const;
    [[nodiscard]] bool all_known() const;
};

[[nodiscard]] Number whole_number(std::int64_t number);
[[nodiscard]] Number real_number(double number);

/// A row of whole numbers.
[[nodiscard]] KnownValue row_of(const Extents& numbers);

/// A shape with more extents belongs to no real tensor: it is treated as unknown.
inline constexpr std::size_t highest_rank = 32;

/// Elements of a shape; none where an extent is unknown or there are more than `most`.
[[nodiscard]] std::optional<std::int64_t> few_elements(const Extents& shape,
                                                       std::int64_t most = KnownValue::most_elements);

/// The elements of a small stored tensor; none where it is large, in another file, sparse or of another type.
[[nodiscard]] std::optional<KnownValue> stored_value(const StoredTensor& tensor);

/// The numbers where all are known and whole.
[[nodiscard]] std::optional<Extents> wholes_in(const KnownValue& value);

}  // namespace arenascope::onnx_file
