#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/network/network.h"

namespace pugi {
class xml_node;
}  // namespace pugi

namespace arenascope {

/// The window of a layer along one axis of its picture, with the padding that the attributes of the layer ask for.
/// Empty: a number makes no sense.
[[nodiscard]] std::optional<WindowAxis> openvino_axis(const pugi::xml_node& data, std::size_t axis, std::int64_t kernel,
                                                      std::int64_t input);

/// The window of a convolution or a pooling of OpenVINO over one or two dimensions; empty for other layers and unknown
/// shapes. `node` holds type, operands and outputs, `data` the attributes of the layer. Source: OpenVINO's operation
/// sets, Convolution, GroupConvolution, MaxPool, AvgPool.
[[nodiscard]] std::optional<SlidingWindow> openvino_window(const pugi::xml_node& data, const Network& network,
                                                           const Node& node);

/// The window of a Pad with a constant, from the values of its operands: the rows before and after, by dimension.
[[nodiscard]] std::optional<SlidingWindow> openvino_padding(const pugi::xml_node& data,
                                                            const std::vector<std::int64_t>& before,
                                                            const std::vector<std::int64_t>& after);

/// Where an Interpolate (from version 4 on, nearest and linear), DepthToSpace or SpaceToDepth takes its rows from;
/// empty for other layers and unknown shapes. Factors count only where they enlarge by a whole number: others need not
/// be the quotient of the extents.
[[nodiscard]] std::optional<Resampling> openvino_resampling(const pugi::xml_node& data, const Network& network,
                                                            const Node& node);

}  // namespace arenascope
