#pragma once

#include <optional>
#include <vector>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

/// The type of an output. Its shape is exact or an upper bound.
struct BoundedType {
    TensorType type;
    bool is_bounded = false;
    std::size_t axis = 0;  ///< the axis along which the extent depends on data
};

/// Output types of operators whose sizes depend on data but are bounded by their operands: NonMaxSuppression, NonZero,
/// Unique, Compress, and TopK with unknown k. Empty for other operators, and if no bound is known.
[[nodiscard]] std::optional<std::vector<BoundedType>> bounded_types(const ShapeQuestion& question);

}  // namespace arenascope::onnx_file
