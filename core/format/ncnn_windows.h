#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/model/network/network.h"

namespace arenascope {

/// An integer of a layer by its key; empty: it is not given.
using NcnnParameter = std::function<std::optional<std::int64_t>(std::string_view key)>;

/// The window of a convolution or a pooling of ncnn; empty for other layers and unknown shapes. `node` holds type,
/// operands and outputs. Source: docs/formats.md, section "ncnn"; ncnn's list of parameters (operators.md).
[[nodiscard]] std::optional<SlidingWindow> ncnn_window(const Network& network, const Node& node,
                                                       const NcnnParameter& parameter);

}  // namespace arenascope
