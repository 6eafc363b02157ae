#include "core/model/network/operator_features.h"

namespace arenascope {

std::span<const FeatureRow> onnx_features() {
    using enum OperatorFeature;
    using enum FeatureCondition;
    constexpr int any = FeatureRow::any_operand;
    // The operators of the ONNX standard, by type. Operators of other domains would be called domain.type, such as
    // com.microsoft.Gelu; the table has none.
    static constexpr FeatureRow rows[] = {
        // The same bytes with another shape.
        {"Identity", removable, same_bytes},
        {"Reshape", removable, same_bytes},
        {"Flatten", removable, same_bytes},
        {"Squeeze", removable, same_bytes},
        {"Unsqueeze", removable, same_bytes},
        {"Dropout", removable, same_bytes},
        // Contiguous parts.
        {"Split", removable, outermost_axis},
        {"Concat", merge, outermost_axis},
        // Element by element: each element is read before it is overwritten, and only once.
        {"Abs", in_place, same_shape},
        {"BatchNormalization", in_place, same_shape},
        {"Ceil", in_place, same_shape},
        {"Clip", in_place, same_shape},
        {"Cos", in_place, same_shape},
        {"Elu", in_place, same_shape},
        {"Erf", in_place, same_shape},
        {"Exp", in_place, same_shape},
        {"Floor", in_place, same_shape},
        {"Gelu", in_place, same_shape},
        {"HardSigmoid", in_place, same_shape},
        {"HardSwish", in_place, same_shape},
        {"LeakyRelu", in_place, same_shape},
        {"Log", in_place, same_shape},
        {"Mish", in_place, same_shape},
        {"Neg", in_place, same_shape},
        {"Not", in_place, same_shape},
        {"PRelu", in_place, same_shape},
        {"Reciprocal", in_place, same_shape},
        {"Relu", in_place, same_shape},
        {"Round", in_place, same_shape},
        {"Selu", in_place, same_shape},
        {"Sigmoid", in_place, same_shape},
        {"Sign", in_place, same_shape},
        {"Sin", in_place, same_shape},
        {"Softplus", in_place, same_shape},
        {"Softsign", in_place, same_shape},
        {"Sqrt", in_place, same_shape},
        {"Tanh", in_place, same_shape},
        {"ThresholdedRelu", in_place, same_shape},
        // Row by row: each row is read completely before it is overwritten.
        {"LogSoftmax", in_place, same_shape},
        {"Softmax", in_place, same_shape},
        // The same with several operands. Any operand that is not broadcast may be overwritten.
        {"Add", in_place, same_shape, any},
        {"And", in_place, same_shape, any},
        {"Div", in_place, same_shape, any},
        {"Max", in_place, same_shape, any},
        {"Mean", in_place, same_shape, any},
        {"Min", in_place, same_shape, any},
        {"Mod", in_place, same_shape, any},
        {"Mul", in_place, same_shape, any},
        {"Or", in_place, same_shape, any},
        {"Pow", in_place, same_shape, any},
        {"Sub", in_place, same_shape, any},
        {"Sum", in_place, same_shape, any},
        {"Xor", in_place, same_shape, any},
    };
    return rows;
}

}  // namespace arenascope
