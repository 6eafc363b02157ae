#pragma once

#include <optional>
#include <vector>

#include "core/format/onnx/known_value.h"
#include "core/format/onnx/model.h"
#include "core/model/network/resampling.h"

namespace arenascope::onnx_file {

/// Where a standard Resize, Upsample, DepthToSpace or SpaceToDepth takes its rows from, from the shapes of its first
/// operand and of its output (null: not known) and from the values of its operands. Empty for other operators, for
/// cubic interpolation, for a part of the picture, and where the scale is not known. Source: the ONNX operator
/// documentation, Resize.
[[nodiscard]] std::optional<Resampling> resampling_of(const Node& node, const std::vector<Operand>& operands,
                                                      const Extents* input, const Extents* output);

}  // namespace arenascope::onnx_file
