#pragma once

#include <optional>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

// Rules for attention operators and embeddings. They give nothing if ranks are unknown or invalid.

/// Attention of the ONNX standard. Queries, keys and values are [batch, steps, hidden] or [batch, heads, steps, part].
[[nodiscard]] std::optional<Types> attention(const ShapeQuestion& question);
/// Attention of ONNX Runtime: one weight matrix for queries, keys and values.
[[nodiscard]] std::optional<Types> packed_attention(const ShapeQuestion& question);
/// MultiHeadAttention of ONNX Runtime: separate operands, or one packed operand of rank 5.
[[nodiscard]] std::optional<Types> multi_head_attention(const ShapeQuestion& question);
/// GroupQueryAttention of ONNX Runtime. Only the first output is known, because the others depend on the caller's
/// buffers.
[[nodiscard]] std::optional<Types> group_query_attention(const ShapeQuestion& question);
/// EmbedLayerNormalization of ONNX Runtime.
[[nodiscard]] std::optional<Types> embed_layer_normalization(const ShapeQuestion& question);

}  // namespace arenascope::onnx_file
