#pragma once

#include <optional>
#include <string_view>

#include "core/model/network/network.h"

namespace arenascope {

namespace tflite {
struct Operator;
}  // namespace tflite

/// The window of a convolution or a pooling of TFLite; empty for other operators, unknown shapes and damaged options.
/// `node` holds type, operands and outputs, `content` is the file. Source: docs/formats.md, section "TFLite".
[[nodiscard]] std::optional<SlidingWindow> tflite_window(const tflite::Operator& from, std::string_view content,
                                                         const Network& network, const Node& node);

/// The window of PAD and PADV2, from the values of its second operand: rows before and after, dimension by dimension.
/// Empty for other operators and where they are not known.
[[nodiscard]] std::optional<SlidingWindow> tflite_padding(const Node& node, const std::vector<std::int64_t>& rows);

/// Where RESIZE_NEAREST_NEIGHBOR, RESIZE_BILINEAR, DEPTH_TO_SPACE and SPACE_TO_DEPTH take their rows from; empty for
/// other operators, unknown shapes and damaged options.
[[nodiscard]] std::optional<Resampling> tflite_resampling(const tflite::Operator& from, std::string_view content,
                                                          const Network& network, const Node& node);

}  // namespace arenascope
