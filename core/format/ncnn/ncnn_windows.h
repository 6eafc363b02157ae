#pragma once

#include <optional>

#include "core/format/ncnn/ncnn_parameters.h"
#include "core/model/network/network.h"

namespace arenascope {

/// The window of a convolution or a pooling of ncnn; empty for other layers and unknown shapes. `node` holds type,
/// operands and outputs. Source: docs/formats.md, section "ncnn"; ncnn's list of parameters (operators.md).
[[nodiscard]] std::optional<SlidingWindow> ncnn_window(const Network& network, const Node& node,
                                                       const NcnnParameters& given);

}  // namespace arenascope
