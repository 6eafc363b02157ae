#pragma once

#include <span>
#include <string_view>

#include "core/graph/network.h"

namespace arenascope {

/// When an operator may do with memory what its type allows.
enum class FeatureCondition : std::uint8_t {
    same_bytes,      ///< every output is as large as the operand
    same_shape,      ///< the operand has the output's shape and type
    outermost_axis,  ///< along the outermost axis that is not one, so that the parts lie in a row; equal quantization
};

/// One row of a format's table.
struct FeatureRow {
    static constexpr int any_operand = -1;

    std::string_view type;  ///< as the format calls the operator
    OperatorFeature feature;
    FeatureCondition condition;
    int operand = 0;  ///< whose memory may be taken
};

/// The tables: each format's operators that are more than ordinary, and when. To teach the product another operator,
/// add a row.
[[nodiscard]] std::span<const FeatureRow> onnx_features();
[[nodiscard]] std::span<const FeatureRow> tflite_features();
[[nodiscard]] std::span<const FeatureRow> ncnn_features();

/// What a node may do with memory.
struct NodeFeature {
    OperatorFeature feature = OperatorFeature::ordinary;
    std::vector<std::uint32_t> shareable;  ///< positions in Node::inputs
    std::vector<Bytes> positions;          ///< of the outputs in the operand, see Operator::positions
};

/// Looks the node up in its format's table and tests the row's condition on its shapes. What is unknown is ordinary:
/// sharing must never change a result (method.md 3.6).
[[nodiscard]] NodeFeature feature_of(const Network& network, const Node& node);

}  // namespace arenascope
