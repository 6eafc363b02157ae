#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/format/openvino/layer_question.h"

namespace arenascope::openvino_file {

/// The number in ONNX of an element type of OpenVINO, such as i64; 0: ONNX lacks it.
[[nodiscard]] std::int64_t onnx_element(std::string_view type);

/// The elements of a stored constant, little-endian. Empty: another type, or another number of bytes than the shape
/// has.
[[nodiscard]] std::optional<KnownValue> constant_value(std::string_view bytes, std::string_view type,
                                                       const Extents& shape);

/// The elements of the outputs that are known before the model runs: those of layers with which models compute shapes.
/// One entry for each output. `outputs` are their shapes, `types` their element types. The elements are computed as
/// ONNX defines its operators (onnx/shape_arithmetic), which agree with OpenVINO's. Linear in the elements.
[[nodiscard]] std::vector<std::optional<KnownValue>> layer_values(const LayerQuestion& question,
                                                                  const std::vector<Shape>& outputs,
                                                                  const std::vector<std::string_view>& types);

}  // namespace arenascope::openvino_file
