#pragma once

#include <string_view>
#include <vector>

#include "core/format/onnx/model.h"

namespace arenascope::onnx_file {

/// Names from outside that the subgraphs of a node use, nested subgraphs included. Each name once, in order of first
/// use. Linear in the subgraphs, times the depth of nesting.
[[nodiscard]] std::vector<std::string_view> captures_of(const Node& node);

}  // namespace arenascope::onnx_file
