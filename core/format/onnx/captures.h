#pragma once

#include <string_view>
#include <vector>

#include "core/format/onnx/model.h"

namespace arenascope::onnx_file {

/// Names that the graphs inside a node use and do not define, each once, in the order of their first use; graphs inside
/// those graphs count. Linear in what lies inside, times the depth of nesting.
[[nodiscard]] std::vector<std::string_view> captures_of(const Node& node);

}  // namespace arenascope::onnx_file
