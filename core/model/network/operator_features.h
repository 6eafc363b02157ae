#pragma once

#include <initializer_list>
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

/// Operators of a format that share memory in the same way.
struct FeatureRow {
    static constexpr int any_operand = -1;

    std::initializer_list<std::string_view> types;  ///< the names of the operators in the format
    OperatorFeature feature;
    FeatureCondition condition;
    int operand = 0;  ///< whose memory may be taken
};

/// The operators of a format that are not ordinary, and when. To support another operator, add its type.
[[nodiscard]] std::span<const FeatureRow> features_of(ModelKind kind);

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
