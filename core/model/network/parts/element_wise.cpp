#include "core/model/network/parts/element_wise.h"

#include <algorithm>
#include <span>

namespace arenascope {
namespace {

constexpr std::string_view onnx_broadcasts[] = {"Abs",
                                                "Add",
                                                "And",
                                                "Cast",
                                                "Ceil",
                                                "Cos",
                                                "Div",
                                                "Elu",
                                                "Equal",
                                                "Erf",
                                                "Exp",
                                                "Floor",
                                                "Gelu",
                                                "Greater",
                                                "GreaterOrEqual",
                                                "HardSigmoid",
                                                "HardSwish",
                                                "LeakyRelu",
                                                "Less",
                                                "LessOrEqual",
                                                "Log",
                                                "Max",
                                                "Mean",
                                                "Min",
                                                "Mish",
                                                "Mod",
                                                "Mul",
                                                "Neg",
                                                "Not",
                                                "Or",
                                                "PRelu",
                                                "Pow",
                                                "Reciprocal",
                                                "Relu",
                                                "Round",
                                                "Selu",
                                                "Sigmoid",
                                                "Sign",
                                                "Sin",
                                                "Softplus",
                                                "Softsign",
                                                "Sqrt",
                                                "Sub",
                                                "Sum",
                                                "Tanh",
                                                "ThresholdedRelu",
                                                "Where",
                                                "Xor"};
constexpr std::string_view onnx_across_channels[] = {"LRN"};
constexpr std::string_view onnx_across_picture[] = {"InstanceNormalization"};
constexpr std::string_view onnx_per_channel[] = {"BatchNormalization", "Clip", "DequantizeLinear", "QuantizeLinear"};

constexpr std::string_view tflite_broadcasts[] = {
    "ABS",        "ADD",           "ADD_N",        "CAST",        "CEIL",
    "COS",        "DEQUANTIZE",    "DIV",          "ELU",         "EQUAL",
    "EXP",        "FLOOR",         "FLOOR_DIV",    "FLOOR_MOD",   "GELU",
    "GREATER",    "GREATER_EQUAL", "HARD_SWISH",   "LEAKY_RELU",  "LESS",
    "LESS_EQUAL", "LOG",           "LOGICAL_AND",  "LOGICAL_NOT", "LOGICAL_OR",
    "LOGISTIC",   "MAXIMUM",       "MINIMUM",      "MUL",         "NEG",
    "NOT_EQUAL",  "POW",           "PRELU",        "QUANTIZE",    "RELU",
    "RELU6",      "RELU_0_TO_1",   "RELU_N1_TO_1", "ROUND",       "RSQRT",
    "SIGN",       "SIN",           "SQRT",         "SQUARE",      "SQUARED_DIFFERENCE",
    "SUB",        "TANH"};

constexpr std::string_view tflite_across_channels[] = {"L2_NORMALIZATION", "LOCAL_RESPONSE_NORMALIZATION",
                                                       "LOG_SOFTMAX", "SOFTMAX"};

constexpr std::string_view openvino_broadcasts[] = {"Abs",          "Acos",
                                                    "Acosh",        "Add",
                                                    "Asin",         "Asinh",
                                                    "Atan",         "Atanh",
                                                    "BitwiseAnd",   "BitwiseNot",
                                                    "BitwiseOr",    "BitwiseXor",
                                                    "Ceiling",      "Clamp",
                                                    "Convert",      "Cos",
                                                    "Cosh",         "Divide",
                                                    "Elu",          "Equal",
                                                    "Erf",          "Exp",
                                                    "FakeQuantize", "Floor",
                                                    "FloorMod",     "Gelu",
                                                    "Greater",      "GreaterEqual",
                                                    "HSigmoid",     "HSwish",
                                                    "HardSigmoid",  "Less",
                                                    "LessEqual",    "Log",
                                                    "LogicalAnd",   "LogicalNot",
                                                    "LogicalOr",    "LogicalXor",
                                                    "Maximum",      "Minimum",
                                                    "Mish",         "Mod",
                                                    "Multiply",     "Negative",
                                                    "NotEqual",     "Power",
                                                    "ReLU",         "Round",
                                                    "Select",       "Selu",
                                                    "Sigmoid",      "Sign",
                                                    "Sin",          "Sinh",
                                                    "SoftPlus",     "SoftSign",
                                                    "Sqrt",         "SquaredDifference",
                                                    "Subtract",     "Swish",
                                                    "Tan",          "Tanh"};
constexpr std::string_view openvino_per_channel[] = {"BatchNormInference", "PReLU"};

constexpr std::string_view ncnn_broadcasts[] = {"BinaryOp", "Eltwise"};
constexpr std::string_view ncnn_across_picture[] = {"InstanceNorm"};
constexpr std::string_view ncnn_per_channel[] = {
    "AbsVal",     "BNLL",        "BatchNorm", "Bias",   "Cast",    "Clip",  "Dequantize", "ELU",       "Exp",
    "GELU",       "HardSigmoid", "HardSwish", "Log",    "Mish",    "PReLU", "Power",      "Quantize",  "ReLU",
    "Requantize", "SELU",        "Scale",     "Shrink", "Sigmoid", "Swish", "TanH",       "Threshold", "UnaryOp"};

struct Types {
    std::span<const std::string_view> broadcasts;
    std::span<const std::string_view> per_channel;
    std::span<const std::string_view> across_channels = {};
    std::span<const std::string_view> across_picture = {};
};

Types types_of(ModelKind kind) {
    switch (kind) {
        case ModelKind::onnx:
            return {onnx_broadcasts, onnx_per_channel, onnx_across_channels, onnx_across_picture};
        case ModelKind::tflite:
            return {tflite_broadcasts, {}, tflite_across_channels};
        case ModelKind::openvino:
            return {openvino_broadcasts, openvino_per_channel};
        case ModelKind::ncnn:
            break;
    }
    return {ncnn_broadcasts, ncnn_per_channel, {}, ncnn_across_picture};
}

}  // namespace

std::optional<ElementWise> element_wise_kind(ModelKind kind, std::string_view type) {
    const Types types = types_of(kind);
    const auto has = [type](std::span<const std::string_view> list) {
        return std::ranges::find(list, type) != list.end();
    };
    return has(types.broadcasts)        ? std::optional(ElementWise::broadcasts)
           : has(types.per_channel)     ? std::optional(ElementWise::per_channel)
           : has(types.across_channels) ? std::optional(ElementWise::across_channels)
           : has(types.across_picture)  ? std::optional(ElementWise::across_picture)
                                        : std::nullopt;
}

bool is_concatenation(ModelKind kind, std::string_view type) {
    return type == (kind == ModelKind::tflite ? "CONCATENATION" : "Concat");
}

}  // namespace arenascope
