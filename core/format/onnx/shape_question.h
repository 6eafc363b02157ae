#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

/// What a rule is asked: a node, the version of its operator's domain, and what is known of its operands.
struct ShapeQuestion {
    const Node& node;
    std::int64_t operator_set;
    const std::vector<Operand>& operands;

    /// The shape of an operand; null where it is absent or its rank is not known.
    [[nodiscard]] const Extents* shape(std::size_t position) const { return shape_at(operands, position); }
    [[nodiscard]] bool is_present(std::size_t position) const { return operand_at(operands, position).type != nullptr; }
    /// Number of the type of an operand's elements; 0: not known.
    [[nodiscard]] std::int64_t element(std::size_t position) const;
    /// The elements of an operand, where all are whole numbers that are known.
    [[nodiscard]] std::optional<Extents> numbers(std::size_t position) const;
    /// The same as extents of a shape: a negative number is none that is known.
    [[nodiscard]] std::optional<Extents> extents(std::size_t position) const;
    /// The same of an operand with one element.
    [[nodiscard]] std::optional<std::int64_t> number(std::size_t position) const;
};

/// One for each output, as far as there are rules for it; the rest is not known.
using Types = std::vector<TensorType>;

using Asked = const ShapeQuestion&;

[[nodiscard]] TensorType tensor_of(std::int64_t element, std::optional<Extents> shape);

/// The type of an only output.
[[nodiscard]] Types one(std::int64_t element, std::optional<Extents> shape);

[[nodiscard]] std::optional<Extents> copy_of(const Extents* shape);

// Of extents that may not be known; what 64 bits do not hold is not known either.
[[nodiscard]] std::int64_t sum_or_unknown(std::int64_t a, std::int64_t b);
[[nodiscard]] std::int64_t product_or_unknown(std::int64_t a, std::int64_t b);
/// A part of an extent that divides into so many.
[[nodiscard]] std::int64_t quotient_or_unknown(std::int64_t whole, std::int64_t count);

/// The shape that two operands are spread to; an extent that is not known may be one.
[[nodiscard]] std::optional<Extents> spread_over(const Extents* a, const Extents* b);

/// The product; none where an extent is not known, or 64 bits do not hold it.
[[nodiscard]] std::optional<std::int64_t> product_of(const Extents& shape);

}  // namespace arenascope::onnx_file
