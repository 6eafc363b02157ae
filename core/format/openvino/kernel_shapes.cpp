#include "core/format/openvino/kernel_shapes.h"

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>

#include "core/format/onnx/element_arithmetic.h"
#include "core/format/onnx/shape_question.h"
#include "core/format/openvino/layer_windows.h"

namespace arenascope::openvino_file {
namespace {

using onnx_file::unknown_extent;
using Shapes = std::vector<Shape>;
using Question = const LayerQuestion&;

/// N and C come before the axes over which a window slides.
constexpr std::size_t before_picture = 2;

Shapes matrix_product(Question question) {
    if (question.shape(0) == nullptr || question.shape(1) == nullptr) {
        return {};
    }
    Extents a = *question.shape(0);
    Extents b = *question.shape(1);
    const bool is_row = a.size() == 1;
    const bool is_column = b.size() == 1;
    if (a.empty() || b.empty()) {
        return {};
    }
    // A vector is never transposed.
    a.insert(a.begin(), is_row ? 1 : 0, 1);
    b.insert(b.end(), is_column ? 1 : 0, 1);
    if (!is_row && question.flag("transpose_a", false)) {
        std::swap(a[a.size() - 1], a[a.size() - 2]);
    }
    if (!is_column && question.flag("transpose_b", false)) {
        std::swap(b[b.size() - 1], b[b.size() - 2]);
    }
    const Extents outer_a(a.begin(), a.end() - 2);
    const Extents outer_b(b.begin(), b.end() - 2);
    auto shape = onnx_file::broadcast_shape({&outer_a, &outer_b});
    if (!shape) {
        return {};
    }
    shape->insert(shape->end(), is_row ? 0 : 1, a[a.size() - 2]);
    shape->insert(shape->end(), is_column ? 0 : 1, b.back());
    return {std::move(shape)};
}

std::int64_t slid_extent(Question question, std::size_t axis, std::int64_t kernel, std::int64_t input) {
    const auto window = input >= 0 ? openvino_axis(question.data, axis, kernel, input) : std::nullopt;
    const std::int64_t extent = window ? outputs_of(*window, input) : 0;
    return extent > 0 ? extent : unknown_extent;
}

/// The shape that a kernel gives: `channels` of its output, and `extent(axis, kernel, input)` along each axis of the
/// picture. Kernels begin with two numbers of channels, those of groups with the number of groups before them. Without
/// a kernel all but the batch is open.
template <class Channels, class Extent>
Shapes shape_by_kernel(Question question, Channels&& channels, Extent&& extent) {
    const bool has_groups = question.type.starts_with("Group");
    const std::size_t first = has_groups ? 1 : 0;
    const Extents* from = question.shape(0);
    const Extents* kernel = question.shape(1);
    if (from == nullptr || from->size() < before_picture) {
        return {};
    }
    Extents shape = *from;
    if (kernel == nullptr || kernel->size() != from->size() + first) {
        std::fill(shape.begin() + 1, shape.end(), unknown_extent);
        return {std::move(shape)};
    }
    const std::int64_t of_group = channels(*kernel, first);
    shape[1] = has_groups ? onnx_file::product_or_unknown(kernel->front(), of_group) : of_group;
    for (std::size_t i = before_picture; i < shape.size(); ++i) {
        shape[i] = extent(i - before_picture, (*kernel)[i + first], (*from)[i]);
    }
    return {std::move(shape)};
}

/// Kernels are output channels, input channels, then the window.
Shapes convolution(Question question) {
    return shape_by_kernel(
        question, [](const Extents& kernel, std::size_t first) { return kernel[first]; },
        [&](std::size_t axis, std::int64_t kernel, std::int64_t input) {
            return slid_extent(question, axis, kernel, input);
        });
}

std::int64_t item(const Extents& list, std::size_t position, std::int64_t otherwise) {
    return position < list.size() ? list[position] : otherwise;
}

/// The extent from which a convolution would come to `input`.
std::int64_t unslid_extent(Question question, std::size_t axis, std::int64_t kernel, std::int64_t input) {
    constexpr std::int64_t largest = std::int64_t{1} << 20;
    const std::int64_t stride = item(question.list("strides"), axis, 1);
    const std::int64_t dilation = item(question.list("dilations"), axis, 1);
    const std::int64_t begin = item(question.list("pads_begin"), axis, 0);
    const std::int64_t end = item(question.list("pads_end"), axis, 0);
    const std::int64_t more = item(question.list("output_padding"), axis, 0);
    for (const std::int64_t number : {stride, dilation, kernel, begin, end, more, input}) {
        if (number < 0 || number > largest) {
            return unknown_extent;
        }
    }
    if (question.text("auto_pad").starts_with("same")) {
        return input * stride;
    }
    const bool has_pads = question.text("auto_pad") != "valid";
    const std::int64_t extent =
        stride * (input - 1) + more + dilation * (kernel - 1) + 1 - (has_pads ? begin + end : 0);
    return std::max(extent, unknown_extent);
}

/// Kernels are input channels, output channels, then the window. A third operand gives the extents.
Shapes transposed_convolution(Question question) {
    const auto given = question.integers(2);
    return shape_by_kernel(
        question, [](const Extents& kernel, std::size_t first) { return kernel[first + 1]; },
        [&](std::size_t axis, std::int64_t kernel, std::int64_t input) {
            return !question.is_present(2) ? unslid_extent(question, axis, kernel, input)
                   : given                 ? item(*given, axis, unknown_extent)
                                           : unknown_extent;
        });
}

Shapes pooling(Question question) {
    const Extents* from = question.shape(0);
    const Extents kernel = question.list("kernel");
    if (from == nullptr || from->size() < before_picture) {
        return {};
    }
    Extents shape = *from;
    for (std::size_t i = before_picture; i < shape.size(); ++i) {
        shape[i] = slid_extent(question, i - before_picture, item(kernel, i - before_picture, 0), (*from)[i]);
    }
    return same_for_all(question, shape);
}

Shapes adaptive_pooling(Question question) {
    const Extents* from = question.shape(0);
    const auto extents = question.integers(1);
    if (from == nullptr || from->size() < before_picture) {
        return {};
    }
    Extents shape = *from;
    for (std::size_t i = before_picture; i < shape.size(); ++i) {
        shape[i] = extents ? item(*extents, i - before_picture, unknown_extent) : unknown_extent;
    }
    return same_for_all(question, shape);
}

/// Three forms: with the sizes of some axes (opset1), with sizes, scales and axes (opset4), or with one operand that is
/// one of both (opset11).
Shapes interpolation(Question question) {
    const Extents* from = question.shape(0);
    if (from == nullptr) {
        return {};
    }
    const bool has_sizes_and_scales = question.version() == "opset4";
    const bool is_scaled = question.text("shape_calculation_mode") == "scales";
    const std::size_t axes_operand = has_sizes_and_scales ? 3 : 2;
    Extents axes = question.list("axes");
    if (const auto given = question.integers(axes_operand); axes.empty() && given) {
        axes = *given;
    }
    for (std::size_t i = 0; axes.empty() && !question.is_present(axes_operand) && i < from->size(); ++i) {
        axes.push_back(static_cast<std::int64_t>(i));
    }
    const auto sizes = is_scaled ? std::nullopt : question.integers(1);
    const auto scales = is_scaled ? question.floats(has_sizes_and_scales ? 2 : 1) : std::vector<double>();
    if (axes.empty()) {
        return {};
    }
    Extents shape = *from;
    const Extents begin = question.list("pads_begin");
    const Extents end = question.list("pads_end");
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto axis = onnx_file::axis_in(axes[i], shape.size());
        if (!axis) {
            return {};
        }
        constexpr double largest = 1e15;
        constexpr double rounding = 1e-5;
        const double padded = static_cast<double>(shape[*axis]) + static_cast<double>(item(begin, *axis, 0)) +
                              static_cast<double>(item(end, *axis, 0));
        const double scaled = i < scales.size() ? std::floor(padded * scales[i] + rounding) : -1;
        shape[*axis] = sizes                             ? std::max(item(*sizes, i, unknown_extent), unknown_extent)
                       : scaled >= 0 && scaled < largest ? static_cast<std::int64_t>(scaled)
                                                         : unknown_extent;
    }
    return {std::move(shape)};
}

/// Depth to space, or back: the block moves between channels and picture.
Shapes moved_blocks(Question question) {
    const Extents* from = question.shape(0);
    const std::int64_t block = question.number("block_size", 1);
    if (from == nullptr || from->size() < before_picture || block < 1) {
        return {};
    }
    Extents shape = *from;
    const bool is_to_space = question.type == "DepthToSpace";
    for (std::size_t i = before_picture; i < shape.size(); ++i) {
        shape[i] = is_to_space ? onnx_file::product_or_unknown(shape[i], block)
                               : onnx_file::quotient_or_unknown(shape[i], block);
        shape[1] = is_to_space ? onnx_file::quotient_or_unknown(shape[1], block)
                               : onnx_file::product_or_unknown(shape[1], block);
    }
    return {std::move(shape)};
}

/// The query with the width of the values.
Shapes attention(Question question) {
    const Extents* query = question.shape(0);
    const Extents* value = question.shape(2);
    if (query == nullptr || value == nullptr || query->empty() || value->empty()) {
        return {};
    }
    Extents shape = *query;
    shape.back() = value->back();
    return {std::move(shape)};
}

/// All outputs of a cell have the shape of the hidden state.
Shapes recurrent_cell(Question question) {
    return question.shape(1) != nullptr ? Shapes(question.declared.size(), *question.shape(1)) : Shapes();
}

/// The sequence is batch, length, features; a state is batch, directions, hidden features.
Shapes recurrent_sequence(Question question) {
    constexpr std::size_t extents = 3;
    const Extents* sequence = question.shape(0);
    const Extents* state = question.shape(1);
    if (sequence == nullptr || state == nullptr || sequence->size() != extents || state->size() != extents) {
        return {};
    }
    Shapes shapes(question.declared.size(), *state);
    if (!shapes.empty()) {
        shapes[0] = Extents{(*state)[0], (*state)[1], (*sequence)[1], (*state)[2]};
    }
    return shapes;
}

constexpr ShapeRule computing_rules[] = {
    {"AdaptiveAvgPool", adaptive_pooling},
    {"AdaptiveMaxPool", adaptive_pooling},
    {"AvgPool", pooling},
    {"Convolution", convolution},
    {"ConvolutionBackpropData", transposed_convolution},
    {"DepthToSpace", moved_blocks},
    {"GRUCell", recurrent_cell},
    {"GRUSequence", recurrent_sequence},
    {"GroupConvolution", convolution},
    {"GroupConvolutionBackpropData", transposed_convolution},
    {"Interpolate", interpolation},
    {"LSTMCell", recurrent_cell},
    {"LSTMSequence", recurrent_sequence},
    {"MatMul", matrix_product},
    {"MaxPool", pooling},
    {"RNNCell", recurrent_cell},
    {"RNNSequence", recurrent_sequence},
    {"ScaledDotProductAttention", attention},
    {"SpaceToDepth", moved_blocks},
};

}  // namespace

std::vector<Shape> kernel_shapes(const LayerQuestion& question) {
    const auto* rule = onnx_file::row_of_operator(computing_rules, question.type);
    return rule != nullptr ? rule->shapes(question) : std::vector<Shape>();
}

}  // namespace arenascope::openvino_file
