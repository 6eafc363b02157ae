#pragma once

#include <span>
#include <string_view>

#include "core/model/network/network.h"

namespace arenascope {

/// When the feature of an operator applies.
enum class FeatureCondition : std::uint8_t {
    same_bytes,      ///< every output has the same size as the operand
    same_shape,      ///< the operand has the shape and type of the output
    outermost_axis,  ///< along the outermost axis that is not 1, so that the parts are contiguous; equal quantization
};

struct FeatureRow {
    static constexpr int any_operand = -1;

    std::string_view type;  ///< the name of the operator in its format
    OperatorFeature feature;
    FeatureCondition condition;
    int operand = 0;  ///< the operand whose memory may be taken
};

/// The operators of each format that are not ordinary, and when. To support another operator, add a row.
[[nodiscard]] std::span<const FeatureRow> onnx_features();
[[nodiscard]] std::span<const FeatureRow> tflite_features();
[[nodiscard]] std::span<const FeatureRow> ncnn_features();
[[nodiscard]] std::span<const FeatureRow> openvino_features();

/// How a node may share memory.
struct NodeFeature {
    OperatorFeature feature = OperatorFeature::ordinary;
    std::vector<std::uint32_t> shareable;  ///< positions in Node::inputs
    std::vector<Bytes> positions;          ///< of the outputs in the operand; see Operator::positions
};

/// Looks a node up in the table of its format and checks the condition on its shapes. Unknown operators are ordinary,
/// because sharing must never change a result (docs/method.md, section "Operator sharing").
[[nodiscard]] NodeFeature feature_of(const Network& network, const Node& node);

}  // namespace arenascope
