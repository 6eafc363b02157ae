#pragma once

#include <optional>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

/// Output types of an operator by the table of our own shape rules. They cover operators that the library does not know
/// or infers less of. Empty: no rule. Uncertain extents are unknown. To support another operator, add a row to the
/// table.
[[nodiscard]] std::optional<Types> types_by_table(const ShapeQuestion& question);

}  // namespace arenascope::onnx_file
