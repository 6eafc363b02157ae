#pragma once

#include <vector>

#include "core/format/openvino/layer_question.h"

namespace arenascope::openvino_file {

/// The output shapes of a layer, as far as they follow from its operands and attributes; one entry for each output. An
/// entry is empty if nothing is known, and an extent that is not known is −1. Covers element-wise layers, layers that
/// select, join or arrange elements, and those of kernel_shapes(). If the values that a layer needs are unknown, such
/// as the axis of a Gather, they are concluded from the shapes in the file where only one answer fits them.
/// Linear in the extents. Source: OpenVINO's operation sets, opset1 to opset15.
[[nodiscard]] std::vector<Shape> layer_shapes(const LayerQuestion& question);

}  // namespace arenascope::openvino_file
