#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

/// An extent that is not known.
inline constexpr std::int64_t unknown_extent = -1;

struct SequenceRun;

/// What is known of a value's type.
struct TensorType {
    DeclaredType::Kind kind = DeclaredType::Kind::none;
    std::int64_t element = 0;      ///< number of the elements' type; 0: not known
    std::optional<Extents> shape;  ///< none: not even the rank is known
    /// Of a sequence or an optional: the tensors in it, in order; null where they are not known. Many values share it.
    std::shared_ptr<const std::vector<SequenceRun>> parts = nullptr;
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Tensors of one type that follow each other in a sequence.
struct SequenceRun {
    TensorType type;
    std::int64_t count = 1;  ///< unknown_extent: not known how many
};

/// A value that a node reads.
struct Operand {
    const TensorType* type = nullptr;   ///< null: an optional operand that is absent
    const KnownValue* value = nullptr;  ///< null: nothing is known of its elements
};

/// The operand at a position; absent behind the last one.
[[nodiscard]] inline Operand operand_at(const std::vector<Operand>& operands, std::size_t position) {
    return position < operands.size() ? operands[position] : Operand{};
}

/// The shape of an operand; null where it is absent or its rank is not known.
[[nodiscard]] inline const Extents* shape_at(const std::vector<Operand>& operands, std::size_t position) {
    const Operand operand = operand_at(operands, position);
    return operand.type != nullptr && operand.type->shape ? &*operand.type->shape : nullptr;
}

/// The position that an axis means in a tensor of that rank: negative ones count from the last. None where there is
/// no such axis.
[[nodiscard]] inline std::optional<std::size_t> axis_in(std::int64_t axis, std::size_t rank) {
    const auto count = static_cast<std::int64_t>(rank);
    if (axis < -count || axis >= count) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

}  // namespace arenascope::onnx_file
