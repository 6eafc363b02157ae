#pragma once

#include <optional>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

/// The types of what an operator puts out, by the table of operators that need a rule of their own: the library does
/// not know them, or knows less of them than can be known. None where the table has no rule for the node. To teach the
/// product another operator, add a row. Where a rule is not certain of an extent, that stays unknown.
[[nodiscard]] std::optional<Types> types_by_table(const ShapeQuestion& asked);

}  // namespace arenascope::onnx_file
