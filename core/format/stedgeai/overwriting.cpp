#include "core/format/stedgeai/overwriting.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

/// How an operator reads its operand while it writes, from the strictest on.
enum class Reading : std::uint8_t {
    all,        ///< each output needs all of the operand, or any part of it
    unknown,    ///< the type is not known
    axis,       ///< an axis for each element
    parts,      ///< copies operands side by side
    windows,    ///< windows that move on with the output
    copied,     ///< some elements in their order: none is needed again
    activated,  ///< one element for each element, or an axis: the type does not say
    elements,   ///< one element for each element
};

/// Types of operators that read their operand in the same way.
struct ReadingRow {
    std::initializer_list<std::string_view> types;
    Reading reading;
};

/// The types of ST Edge AI and STM32Cube.AI for software, and those of ONNX for the N6, in lower case.
const ReadingRow readings[] = {
    {{"argmax", "argmin", "dense", "gather", "gathernd", "gemm", "gru", "lstm", "matmul", "reduce", "reducemax",
      "reducemean", "reducemin", "reducesum", "rnn", "simplernn", "topk", "transpose"},
     Reading::all},
    {{"fullyconnected", "gatherelements", "globalaveragepool", "globalmaxpool", "instancenormalization"}, Reading::all},
    {{"layernormalization", "logsoftmax", "normalization", "softmax"}, Reading::axis},
    {{"concat"}, Reading::parts},
    {{"averagepool", "conv", "conv1d", "conv2d", "convinteger", "depthwiseconv2d", "maxpool", "pool",
      "separableconv2d"},
     Reading::windows},
    {{"pad", "slice"}, Reading::copied},
    {{"nl", "nonlinearity"}, Reading::activated},
    {{"abs",      "add",        "bn",       "cast",       "ceil",    "clip",  "conversion",  "div",
      "eltwise",  "elu",        "exp",      "expanddims", "flatten", "floor", "hardsigmoid", "hardswish",
      "identity", "leakyrelu",  "log",      "max",        "min",     "mul",   "neg",         "pow",
      "prelu",    "reciprocal", "relu",     "relu6",      "reshape", "round", "scalebias",   "sigmoid",
      "sign",     "softplus",   "softsign", "sqrt",       "squeeze", "sub",   "tanh",        "unsqueeze"},
     Reading::elements},
    {{"batchnormalization", "dequantizelinear", "quantizelinear"}, Reading::elements},
};

Reading reading_of(const std::string& type) {
    const std::string lower = lower_case(type);
    const auto* const row = std::ranges::find_if(
        readings, [&](const ReadingRow& each) { return std::ranges::find(each.types, lower) != each.types.end(); });
    return row != std::end(readings) ? row->reading : Reading::unknown;
}

/// The strictest of operators that run together. One that reads an axis, or copies parts, decides only alone.
Reading joint_reading(std::span<const std::string> types) {
    if (types.empty()) {
        return Reading::unknown;
    }
    Reading joint = Reading::elements;
    for (const std::string& type : types) {
        joint = std::min(joint, reading_of(type));
    }
    const bool is_lone = joint == Reading::axis || joint == Reading::parts || joint == Reading::activated;
    return is_lone && types.size() > 1 ? Reading::unknown : joint;
}

/// Empty: unknown, or more than 64 bits can hold.
std::optional<std::int64_t> elements_in(std::span<const std::int64_t> shape) {
    std::optional<std::int64_t> product = shape.empty() ? std::nullopt : std::optional<std::int64_t>(1);
    for (const std::int64_t extent : shape) {
        product = product && extent > 0 ? checked_multiply(*product, extent) : std::nullopt;
    }
    return product;
}

/// Whether the shapes leave it open, or say, that every element of the operand is read once.
bool may_have_as_many_elements(const PlacedTensor& operand, const PlacedTensor& output) {
    const auto read = elements_in(operand.shape);
    const auto written = elements_in(output.shape);
    return !read || !written || *read == *written;
}

/// One position with all channels, which come last: each of them depends on the whole window.
bool has_one_pixel(std::span<const std::int64_t> shape) {
    return shape.size() > 1 && elements_in(shape) == shape.back();
}

/// A vector may be one pixel, or a signal with one channel.
bool may_have_one_pixel(std::span<const std::int64_t> shape) {
    return std::ranges::count_if(shape, [](std::int64_t extent) { return extent > 1; }) < 2;
}

std::optional<SharingGroup::Basis> declared_if(bool is_allowed) {
    return is_allowed ? std::optional(SharingGroup::Basis::declared) : std::nullopt;
}

}  // namespace

std::optional<SharingGroup::Basis> overwriting_basis(std::span<const std::string> types, const PlacedTensor& operand,
                                                     const PlacedTensor& output, Bytes before) {
    const bool is_exact = operand.bytes.from == output.bytes.from && may_have_as_many_elements(operand, output);
    const bool is_ahead = runs_ahead(operand.bytes, output.bytes);
    switch (joint_reading(types)) {
        case Reading::all:
            return std::nullopt;
        case Reading::unknown:
            return SharingGroup::Basis::inferred;
        case Reading::axis:
            return declared_if(is_exact);
        case Reading::parts:
            return operand.bytes.from == output.bytes.from + before && operand.bytes.to <= output.bytes.to
                       ? std::optional(SharingGroup::Basis::declared)
                   : is_ahead ? std::optional(SharingGroup::Basis::inferred)
                              : std::nullopt;
        case Reading::windows:
            if (!is_ahead || has_one_pixel(output.shape)) {
                return std::nullopt;
            }
            return may_have_one_pixel(output.shape) ? SharingGroup::Basis::inferred : SharingGroup::Basis::declared;
        case Reading::copied:
            return declared_if(is_ahead);
        case Reading::activated:
            return is_exact ? std::optional(SharingGroup::Basis::declared)
                   : is_ahead && may_have_as_many_elements(operand, output)
                       ? std::optional(SharingGroup::Basis::inferred)
                       : std::nullopt;
        case Reading::elements:
            return declared_if(is_ahead && may_have_as_many_elements(operand, output));
    }
    return std::nullopt;
}

}  // namespace arenascope
