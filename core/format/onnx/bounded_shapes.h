#pragma once

#include <optional>
#include <vector>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

/// The type of an output, with the exact shape or the largest possible one.
struct BoundedType {
    TensorType type;
    bool is_bounded = false;
    std::size_t axis = 0;  ///< along which the data decides
};

/// The types of what an operator puts out whose sizes depend on the data, and are bounded by its operands:
/// NonMaxSuppression, NonZero, Unique, Compress, and TopK where k is unknown. Nothing for other operators, where no
/// bound is known, and for values that are known.
[[nodiscard]] std::optional<std::vector<BoundedType>> types_at_bound(const ShapeQuestion& asked);

}  // namespace arenascope::onnx_file
