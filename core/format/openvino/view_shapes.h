#pragma once

#include <vector>

#include "core/format/openvino/layer_question.h"

namespace arenascope::openvino_file {

/// The same as layer_shapes() for layers that only arrange the extents of their first operand anew: Reshape, Squeeze,
/// Transpose, Unsqueeze. Empty for all others.
[[nodiscard]] std::vector<Shape> view_shapes(const LayerQuestion& question);

}  // namespace arenascope::openvino_file
