#pragma once

#include <vector>

#include "core/format/openvino/layer_question.h"

namespace arenascope::openvino_file {

/// The same as layer_shapes() for layers that compute: products of matrices, convolutions, pooling, interpolation,
/// attention and recurrent layers. Empty for all others.
[[nodiscard]] std::vector<Shape> kernel_shapes(const LayerQuestion& question);

}  // namespace arenascope::openvino_file
