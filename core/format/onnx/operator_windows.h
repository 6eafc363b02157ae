#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/known_value.h"
#include "core/format/onnx/model.h"
#include "core/model/network/sliding_window.h"

namespace arenascope::onnx_file {

/// Extents; null: they are not known.
using KnownShape = const std::vector<std::int64_t>*;

/// The window of a standard convolution or pooling over one or two dimensions, from the shapes of what it slides over
/// and of its weights; empty for other operators. Source: the ONNX operator documentation, Conv, MaxPool, AveragePool.
[[nodiscard]] std::optional<SlidingWindow> window_over(const Node& node, KnownShape input, KnownShape weights);

/// The position of the weights among the operands of a convolution; 0: it is none.
[[nodiscard]] std::size_t position_of_weights(const Node& node);

/// The window of a standard Pad with a constant, from the shape of what it pads and from its operand `pads`; null: that
/// is absent or not known. Empty for other operators and modes, and where rows are taken away. Source: the ONNX
/// operator documentation, Pad.
[[nodiscard]] std::optional<SlidingWindow> window_of_padding(const Node& node, KnownShape input,
                                                             const KnownValue* pads);

/// The same, where `operand` gives the shape of an operand by position.
template <class ShapeOf>
[[nodiscard]] std::optional<SlidingWindow> window_of(const Node& node, ShapeOf&& operand) {
    const std::size_t weights = position_of_weights(node);
    return window_over(node, operand(0), weights > 0 ? operand(weights) : nullptr);
}

}  // namespace arenascope::onnx_file
