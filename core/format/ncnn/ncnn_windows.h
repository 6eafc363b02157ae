#pragma once

#include <optional>

#include "core/format/ncnn/ncnn_parameters.h"
#include "core/model/network/network.h"

namespace arenascope {

/// The window of a convolution, a pooling or a padding with a constant of ncnn; empty for other layers and unknown
/// shapes. `node` holds type, operands and outputs. Source: docs/formats.md, section "ncnn"; ncnn's list of parameters
/// (operators.md).
[[nodiscard]] std::optional<SlidingWindow> ncnn_window(const Network& network, const Node& node,
                                                       const NcnnParameters& given);

/// Where Interp (nearest and bilinear), PixelShuffle and Reorg take their rows from; empty for other layers, unknown
/// shapes, and factors that are not the quotient of the extents. Source: as above.
[[nodiscard]] std::optional<Resampling> ncnn_resampling(const Network& network, const Node& node,
                                                        const NcnnParameters& given);

}  // namespace arenascope
