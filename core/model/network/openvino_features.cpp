#include "core/model/network/operator_features.h"

namespace arenascope {

std::span<const FeatureRow> openvino_features() {
    using enum OperatorFeature;
    using enum FeatureCondition;
    constexpr int any = FeatureRow::any_operand;
    // The operators of OpenVINO's own sets (opset1, opset2, …), by type. Operators of other sets are called set.type.
    static constexpr FeatureRow rows[] = {
        // The same bytes with another shape.
        {"Identity", removable, same_bytes},
        {"Reshape", removable, same_bytes},
        {"Squeeze", removable, same_bytes},
        {"Unsqueeze", removable, same_bytes},
        // Contiguous parts.
        {"Split", removable, outermost_axis},
        {"VariadicSplit", removable, outermost_axis},
        {"Concat", merge, outermost_axis},
        // Element by element: each element is read before it is overwritten, and only once.
        {"Abs", in_place, same_shape},
        {"Acos", in_place, same_shape},
        {"Acosh", in_place, same_shape},
        {"Asin", in_place, same_shape},
        {"Asinh", in_place, same_shape},
        {"Atan", in_place, same_shape},
        {"Atanh", in_place, same_shape},
        {"BatchNormInference", in_place, same_shape},
        {"BitwiseNot", in_place, same_shape},
        {"Ceiling", in_place, same_shape},
        {"Clamp", in_place, same_shape},
        {"Cos", in_place, same_shape},
        {"Cosh", in_place, same_shape},
        {"Elu", in_place, same_shape},
        {"Erf", in_place, same_shape},
        {"Exp", in_place, same_shape},
        {"FakeQuantize", in_place, same_shape},
        {"Floor", in_place, same_shape},
        {"Gelu", in_place, same_shape},
        {"HSigmoid", in_place, same_shape},
        {"HSwish", in_place, same_shape},
        {"HardSigmoid", in_place, same_shape},
        {"Log", in_place, same_shape},
        {"LogicalNot", in_place, same_shape},
        {"Mish", in_place, same_shape},
        {"Negative", in_place, same_shape},
        {"PReLU", in_place, same_shape},
        {"ReLU", in_place, same_shape},
        {"Round", in_place, same_shape},
        {"Selu", in_place, same_shape},
        {"Sigmoid", in_place, same_shape},
        {"Sign", in_place, same_shape},
        {"Sin", in_place, same_shape},
        {"Sinh", in_place, same_shape},
        {"SoftPlus", in_place, same_shape},
        {"SoftSign", in_place, same_shape},
        {"Sqrt", in_place, same_shape},
        {"Swish", in_place, same_shape},
        {"Tan", in_place, same_shape},
        {"Tanh", in_place, same_shape},
        // Row by row: each row is read completely before it is overwritten.
        {"LogSoftmax", in_place, same_shape},
        {"SoftMax", in_place, same_shape},
        // The same with several operands. Any operand that is not broadcast may be overwritten.
        {"Add", in_place, same_shape, any},
        {"BitwiseAnd", in_place, same_shape, any},
        {"BitwiseOr", in_place, same_shape, any},
        {"BitwiseXor", in_place, same_shape, any},
        {"Divide", in_place, same_shape, any},
        {"FloorMod", in_place, same_shape, any},
        {"LogicalAnd", in_place, same_shape, any},
        {"LogicalOr", in_place, same_shape, any},
        {"LogicalXor", in_place, same_shape, any},
        {"Maximum", in_place, same_shape, any},
        {"Minimum", in_place, same_shape, any},
        {"Mod", in_place, same_shape, any},
        {"Multiply", in_place, same_shape, any},
        {"Power", in_place, same_shape, any},
        {"Select", in_place, same_shape, any},
        {"SquaredDifference", in_place, same_shape, any},
        {"Subtract", in_place, same_shape, any},
    };
    return rows;
}

}  // namespace arenascope
