#pragma once

#include <cstdint>
#include <optional>

#include "core/model/network/network.h"

namespace arenascope {

/// The multiply-accumulates of an operator in one run. Empty: not known, because its type has no rule, or because a
/// shape is missing.
///
///   convolution    elements of the output × weights of one output channel: kernel · input channels / groups
///   transposed     elements of the input × weights of one input channel
///   product        elements of the output × length of the inner dimension, which is that of a vector as an operand
///   recurrent      steps · batch × weights of the input and of the state
///
/// The shapes of the weights tell kernel, channels and groups, so strides, padding and dilation need not be read.
/// Operators without a multiplication have no rule either: their work is not counted here. At most 2^63 − 1. Linear in
/// the rank.
///
/// The layouts are those of the formats: ONNX and OpenVINO put the output channels of a kernel first, TFLite its input
/// channels last. For ncnn the reader gives Node::weights, because the model does not list weights as tensors.
[[nodiscard]] std::optional<std::int64_t> multiply_accumulates(const Network& network, const Node& node);

}  // namespace arenascope
