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

}  // namespace arenascope
