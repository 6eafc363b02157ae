#pragma once

#include <optional>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

// Rules for operators that attend, and for what lies before them. None where ranks are not known or not as defined.

/// The standard's: queries, keys and values as [batch, steps, hidden] or as [batch, heads, steps, part].
[[nodiscard]] std::optional<Types> attention(const ShapeQuestion& asked);
/// The runtime's, with one stored matrix for queries, keys and values.
[[nodiscard]] std::optional<Types> packed_attention(const ShapeQuestion& asked);
/// The runtime's MultiHeadAttention: apart, or packed into one operand of five extents.
[[nodiscard]] std::optional<Types> multi_head_attention(const ShapeQuestion& asked);
/// The runtime's GroupQueryAttention: what it keeps for the next step depends on buffers of the caller.
[[nodiscard]] std::optional<Types> group_query_attention(const ShapeQuestion& asked);
/// The runtime's EmbedLayerNormalization.
[[nodiscard]] std::optional<Types> embedding(const ShapeQuestion& asked);

}  // namespace arenascope::onnx_file
