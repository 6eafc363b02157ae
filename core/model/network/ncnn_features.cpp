#include "core/model/network/operator_features.h"

namespace arenascope {

std::span<const FeatureRow> ncnn_features() {
    using enum OperatorFeature;
    using enum FeatureCondition;
    constexpr int any = FeatureRow::any_operand;
    // The layers of ncnn, by type.
    static constexpr FeatureRow rows[] = {
        // The same bytes with another shape or name.
        {"Dropout", removable, same_bytes},
        {"Flatten", removable, same_bytes},
        {"Reshape", removable, same_bytes},
        {"Squeeze", removable, same_bytes},
        {"ExpandDims", removable, same_bytes},
        // References: the consumers of an output read the operand.
        {"Split", removable, same_bytes},
        {"Noop", removable, same_bytes},
        // Contiguous parts.
        {"Slice", removable, outermost_axis},
        {"Concat", merge, outermost_axis},
        // Element by element: each element is read before it is overwritten, and only once.
        {"AbsVal", in_place, same_shape},
        {"BatchNorm", in_place, same_shape},
        {"Bias", in_place, same_shape},
        {"BNLL", in_place, same_shape},
        {"Clip", in_place, same_shape},
        {"ELU", in_place, same_shape},
        {"Exp", in_place, same_shape},
        {"GELU", in_place, same_shape},
        {"HardSigmoid", in_place, same_shape},
        {"HardSwish", in_place, same_shape},
        {"Log", in_place, same_shape},
        {"Mish", in_place, same_shape},
        {"Power", in_place, same_shape},
        {"PReLU", in_place, same_shape},
        {"ReLU", in_place, same_shape},
        {"SELU", in_place, same_shape},
        {"Scale", in_place, same_shape},
        {"Shrink", in_place, same_shape},
        {"Sigmoid", in_place, same_shape},
        {"Swish", in_place, same_shape},
        {"TanH", in_place, same_shape},
        {"Threshold", in_place, same_shape},
        {"UnaryOp", in_place, same_shape},
        // Row by row: each row is read completely before it is overwritten.
        {"Softmax", in_place, same_shape},
        // The same with several operands. Any operand that is not broadcast may be overwritten.
        {"BinaryOp", in_place, same_shape, any},
        {"Eltwise", in_place, same_shape, any},
    };
    return rows;
}

}  // namespace arenascope
