#include "core/model/network/operator_features.h"

namespace arenascope {
namespace feature_tables {

using enum OperatorFeature;
using enum FeatureCondition;

constexpr int any = FeatureRow::any_operand;

// The operators of the ONNX standard, by type. Operators of other domains would be called domain.type, such as
// com.microsoft.Gelu; the table has none.
const FeatureRow onnx_rows[] = {
    // The same bytes with another shape.
    {{"Identity", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Dropout"}, removable, same_bytes},
    // Contiguous parts.
    {{"Split"}, removable, outermost_axis},
    {{"Concat"}, merge, outermost_axis},
    // Element by element: each element is read before it is overwritten, and only once.
    {{"Abs",       "Ceil",      "Clip", "Cos",  "Elu",      "Erf",      "Exp",   "Floor",      "Gelu", "HardSigmoid",
      "HardSwish", "LeakyRelu", "Log",  "Mish", "Neg",      "Not",      "PRelu", "Reciprocal", "Relu", "Round",
      "Selu",      "Sigmoid",   "Sign", "Sin",  "Softplus", "Softsign", "Sqrt",  "Tanh"},
     in_place,
     same_shape},
    {{"BatchNormalization", "ThresholdedRelu"}, in_place, same_shape},
    // Row by row: each row is read completely before it is overwritten.
    {{"LogSoftmax", "Softmax"}, in_place, same_shape},
    // The same with several operands. Any operand that is not broadcast may be overwritten.
    {{"Add", "And", "Div", "Max", "Mean", "Min", "Mod", "Mul", "Or", "Pow", "Sub", "Sum", "Xor"},
     in_place,
     same_shape,
     any},
};

// The built-in operators of TFLite, by the name of their code.
const FeatureRow tflite_rows[] = {
    // The same bytes with another shape.
    {{"RESHAPE", "EXPAND_DIMS", "SQUEEZE", "BITCAST"}, removable, same_bytes},
    // Contiguous parts. The first operand of SPLIT is the axis.
    {{"SPLIT"}, removable, outermost_axis, 1},
    {{"SPLIT_V", "UNPACK"}, removable, outermost_axis},
    {{"CONCATENATION", "PACK"}, merge, outermost_axis},
    // Element by element: each element is read before it is overwritten, and only once.
    {{"ABS",   "CEIL",        "COS",      "ELU", "EXP",   "FLOOR",    "GELU", "HARD_SWISH", "LEAKY_RELU",
      "LOG",   "LOGICAL_NOT", "LOGISTIC", "NEG", "PRELU", "QUANTIZE", "RELU", "RELU6",      "RELU_0_TO_1",
      "ROUND", "RSQRT",       "SIGN",     "SIN", "SQRT",  "SQUARE",   "TANH"},
     in_place,
     same_shape},
    {{"RELU_N1_TO_1"}, in_place, same_shape},
    // Row by row, or only changed elements.
    {{"SOFTMAX", "LOG_SOFTMAX", "DYNAMIC_UPDATE_SLICE"}, in_place, same_shape},
    // The same with several operands. Any operand that is not broadcast may be overwritten.
    {{"ADD", "ADD_N", "DIV", "FLOOR_DIV", "FLOOR_MOD", "LOGICAL_AND", "LOGICAL_OR", "MAXIMUM", "MINIMUM", "MUL", "POW",
      "SUB"},
     in_place,
     same_shape,
     any},
    {{"SQUARED_DIFFERENCE"}, in_place, same_shape, any},
};

// The operators of OpenVINO's own sets (opset1, opset2, …), by type. Operators of other sets are called set.type.
const FeatureRow openvino_rows[] = {
    // The same bytes with another shape.
    {{"Identity", "Reshape", "Squeeze", "Unsqueeze"}, removable, same_bytes},
    // Contiguous parts.
    {{"Split", "VariadicSplit"}, removable, outermost_axis},
    {{"Concat"}, merge, outermost_axis},
    // Element by element: each element is read before it is overwritten, and only once.
    {{"Abs", "Acos",       "Acosh",    "Asin",     "Asinh", "Atan",  "Atanh", "BitwiseNot", "Ceiling", "Clamp",
      "Cos", "Cosh",       "Elu",      "Erf",      "Exp",   "Floor", "Gelu",  "HSigmoid",   "HSwish",  "HardSigmoid",
      "Log", "LogicalNot", "Mish",     "Negative", "PReLU", "ReLU",  "Round", "Selu",       "Sigmoid", "Sign",
      "Sin", "Sinh",       "SoftPlus", "SoftSign", "Sqrt",  "Swish", "Tan",   "Tanh"},
     in_place,
     same_shape},
    {{"BatchNormInference", "FakeQuantize"}, in_place, same_shape},
    // Row by row: each row is read completely before it is overwritten.
    {{"LogSoftmax", "SoftMax"}, in_place, same_shape},
    // The same with several operands. Any operand that is not broadcast may be overwritten.
    {{"Add", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Divide", "FloorMod", "LogicalAnd", "LogicalOr", "LogicalXor",
      "Maximum", "Minimum", "Mod", "Multiply", "Power", "Select", "Subtract"},
     in_place,
     same_shape,
     any},
    {{"SquaredDifference"}, in_place, same_shape, any},
};

// The layers of ncnn, by type.
const FeatureRow ncnn_rows[] = {
    // The same bytes with another shape or name.
    {{"Dropout", "Flatten", "Reshape", "Squeeze", "ExpandDims"}, removable, same_bytes},
    // References: the consumers of an output read the operand.
    {{"Split", "Noop"}, removable, same_bytes},
    // Contiguous parts.
    {{"Slice"}, removable, outermost_axis},
    {{"Concat"}, merge, outermost_axis},
    // Element by element: each element is read before it is overwritten, and only once.
    {{"AbsVal",      "BatchNorm", "Bias",    "BNLL",  "Clip",  "ELU",       "Exp",    "GELU",
      "HardSigmoid", "HardSwish", "Log",     "Mish",  "Power", "PReLU",     "ReLU",   "SELU",
      "Scale",       "Shrink",    "Sigmoid", "Swish", "TanH",  "Threshold", "UnaryOp"},
     in_place,
     same_shape},
    // Row by row: each row is read completely before it is overwritten.
    {{"Softmax"}, in_place, same_shape},
    // The same with several operands. Any operand that is not broadcast may be overwritten.
    {{"BinaryOp", "Eltwise"}, in_place, same_shape, any},
};

}  // namespace feature_tables

std::span<const FeatureRow> features_of(ModelKind kind) {
    switch (kind) {
        case ModelKind::onnx:
            return feature_tables::onnx_rows;
        case ModelKind::tflite:
            return feature_tables::tflite_rows;
        case ModelKind::openvino:
            return feature_tables::openvino_rows;
        case ModelKind::ncnn:
            break;
    }
    return feature_tables::ncnn_rows;
}

}  // namespace arenascope
