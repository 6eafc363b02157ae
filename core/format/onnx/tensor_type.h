#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

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
