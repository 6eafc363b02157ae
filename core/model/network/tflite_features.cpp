#include "core/model/network/operator_features.h"

namespace arenascope {

std::span<const FeatureRow> tflite_features() {
    using enum OperatorFeature;
    using enum FeatureCondition;
    constexpr int any = FeatureRow::any_operand;
    // The built-in operators of TFLite, by the name of their code.
    static constexpr FeatureRow rows[] = {
        // The same bytes with another shape.
        {"RESHAPE", removable, same_bytes},
        {"EXPAND_DIMS", removable, same_bytes},
        {"SQUEEZE", removable, same_bytes},
        {"BITCAST", removable, same_bytes},
        // Contiguous parts. The first operand of SPLIT is the axis.
        {"SPLIT", removable, outermost_axis, 1},
        {"SPLIT_V", removable, outermost_axis},
        {"UNPACK", removable, outermost_axis},
        {"CONCATENATION", merge, outermost_axis},
        {"PACK", merge, outermost_axis},
        // Element by element: each element is read before it is overwritten, and only once.
        {"ABS", in_place, same_shape},
        {"CEIL", in_place, same_shape},
        {"COS", in_place, same_shape},
        {"ELU", in_place, same_shape},
        {"EXP", in_place, same_shape},
        {"FLOOR", in_place, same_shape},
        {"GELU", in_place, same_shape},
        {"HARD_SWISH", in_place, same_shape},
        {"LEAKY_RELU", in_place, same_shape},
        {"LOG", in_place, same_shape},
        {"LOGICAL_NOT", in_place, same_shape},
        {"LOGISTIC", in_place, same_shape},
        {"NEG", in_place, same_shape},
        {"PRELU", in_place, same_shape},
        {"QUANTIZE", in_place, same_shape},
        {"RELU", in_place, same_shape},
        {"RELU6", in_place, same_shape},
        {"RELU_0_TO_1", in_place, same_shape},
        {"RELU_N1_TO_1", in_place, same_shape},
        {"ROUND", in_place, same_shape},
        {"RSQRT", in_place, same_shape},
        {"SIGN", in_place, same_shape},
        {"SIN", in_place, same_shape},
        {"SQRT", in_place, same_shape},
        {"SQUARE", in_place, same_shape},
        {"TANH", in_place, same_shape},
        // Row by row, or only changed elements.
        {"SOFTMAX", in_place, same_shape},
        {"LOG_SOFTMAX", in_place, same_shape},
        {"DYNAMIC_UPDATE_SLICE", in_place, same_shape},
        // The same with several operands. Any operand that is not broadcast may be overwritten.
        {"ADD", in_place, same_shape, any},
        {"ADD_N", in_place, same_shape, any},
        {"DIV", in_place, same_shape, any},
        {"FLOOR_DIV", in_place, same_shape, any},
        {"FLOOR_MOD", in_place, same_shape, any},
        {"LOGICAL_AND", in_place, same_shape, any},
        {"LOGICAL_OR", in_place, same_shape, any},
        {"MAXIMUM", in_place, same_shape, any},
        {"MINIMUM", in_place, same_shape, any},
        {"MUL", in_place, same_shape, any},
        {"POW", in_place, same_shape, any},
        {"SQUARED_DIFFERENCE", in_place, same_shape, any},
        {"SUB", in_place, same_shape, any},
    };
    return rows;
}

}  // namespace arenascope
