#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

/// The input of a shape rule: a node, the version of its operator set, and the known facts about its operands.
struct ShapeQuestion {
    const Node& node;
    std::int64_t operator_set;
    const std::vector<Operand>& operands;

    /// The shape of an operand; null: it is absent, or its rank is unknown.
    [[nodiscard]] const Extents* shape(std::size_t position) const { return shape_at(operands, position); }
    [[nodiscard]] bool is_present(std::size_t position) const { return operand_at(operands, position).type != nullptr; }
    /// ONNX number of an operand's element type; 0: unknown.
    [[nodiscard]] std::int64_t element(std::size_t position) const;
    /// The elements of an operand. Empty: they are not integers, or not all known.
    [[nodiscard]] std::optional<Extents> numbers(std::size_t position) const;
    /// The same as extents: negative numbers become unknown_extent.
    [[nodiscard]] std::optional<Extents> extents(std::size_t position) const;
    /// The element of an operand that has exactly one.
    [[nodiscard]] std::optional<std::int64_t> number(std::size_t position) const;
};

/// One for each output, as far as a rule gives them; the others are unknown.
using Types = std::vector<TensorType>;

using Question = const ShapeQuestion&;

[[nodiscard]] TensorType tensor_of(std::int64_t element, std::optional<Extents> shape);

/// The types of an operator with one output.
[[nodiscard]] Types single_output(std::int64_t element, std::optional<Extents> shape);

[[nodiscard]] std::optional<Extents> copy_of(const Extents* shape);

// Arithmetic on extents. The result is unknown if an operand is unknown or the result does not fit in 64 bits.
[[nodiscard]] std::int64_t sum_or_unknown(std::int64_t a, std::int64_t b);
[[nodiscard]] std::int64_t product_or_unknown(std::int64_t a, std::int64_t b);
/// `whole` divided by `count`; unknown if it does not divide evenly.
[[nodiscard]] std::int64_t quotient_or_unknown(std::int64_t whole, std::int64_t count);

/// The broadcast shape of two operands (NumPy rules). An unknown extent may be 1. Empty: they do not broadcast.
[[nodiscard]] std::optional<Extents> broadcast_shape_of(const Extents* a, const Extents* b);

/// The product of all extents. Empty: an extent is unknown, or the product does not fit in 64 bits.
[[nodiscard]] std::optional<std::int64_t> product_of(const Extents& shape);

}  // namespace arenascope::onnx_file
