#include "core/format/flatbuffers/tflite_windows.h"

#include "core/format/flatbuffers/flatbuffer.h"
#include "core/format/flatbuffers/schema/tflite_generated.h"

namespace arenascope {
namespace {

/// Kinds of operator options, by their number in the union of the format.
constexpr std::uint8_t convolution_options = 1;
constexpr std::uint8_t depthwise_options = 2;
constexpr std::uint8_t pooling_options = 5;
constexpr std::int8_t padding_same = 0;

constexpr std::size_t height_axis = 1;
constexpr std::size_t width_axis = 2;
constexpr std::size_t channels_axis = 3;

/// The extents of an operand with four axes; null: it has others, or they are unknown.
const std::vector<std::int64_t>* extents_of(const Network& network, const Node& node, std::size_t operand) {
    if (operand >= node.inputs.size() || node.inputs[operand] == TensorIndex::none()) {
        return nullptr;
    }
    const auto& shape = network.tensors[node.inputs[operand]].shape;
    return shape && shape->size() == channels_axis + 1 ? &*shape : nullptr;
}

template <class Options>
std::optional<SlidingWindow> window_from(const Options& options, SlidingWindow window,
                                         const std::vector<std::int64_t>& input) {
    const PaddingRule rule = options.padding() == padding_same ? PaddingRule::same_upper : PaddingRule::none;
    window.height.stride = options.stride_h();
    window.width.stride = options.stride_w();
    const auto down = resolved(window.height, rule, input[height_axis]);
    const auto across = resolved(window.width, rule, input[width_axis]);
    if (!down || !across) {
        return std::nullopt;
    }
    window.height = *down;
    window.width = *across;
    return window;
}

template <class Options>
std::optional<SlidingWindow> convolution_from(const Options& options, const std::vector<std::int64_t>& input,
                                              const std::vector<std::int64_t>* kernel, std::int64_t groups) {
    if (kernel == nullptr || groups < 1) {
        return std::nullopt;
    }
    SlidingWindow window;
    window.height.kernel = (*kernel)[height_axis];
    window.width.kernel = (*kernel)[width_axis];
    window.height.dilation = options.dilation_h();
    window.width.dilation = options.dilation_w();
    window.groups = groups;
    return window_from(options, window, input);
}

}  // namespace

std::optional<SlidingWindow> tflite_window(const tflite::Operator& from, std::string_view content,
                                           const Network& network, const Node& node) {
    const auto* const input = extents_of(network, node, 0);
    const auto* const kernel = extents_of(network, node, 1);
    const std::uint8_t kind = from.builtin_options_type();
    if (input == nullptr) {
        return std::nullopt;
    }
    if (node.type == "CONV_2D" && kind == convolution_options) {
        const auto* options = verified_table<tflite::Convolution>(from.builtin_options(), content);
        // The kernel sees the channels of one group.
        const bool divides = kernel != nullptr && (*kernel)[channels_axis] > 0 && (*input)[channels_axis] > 0 &&
                             (*input)[channels_axis] % (*kernel)[channels_axis] == 0;
        return options == nullptr || !divides
                   ? std::nullopt
                   : convolution_from(*options, *input, kernel, (*input)[channels_axis] / (*kernel)[channels_axis]);
    }
    if (node.type == "DEPTHWISE_CONV_2D" && kind == depthwise_options) {
        const auto* options = verified_table<tflite::DepthwiseConvolution>(from.builtin_options(), content);
        return options == nullptr ? std::nullopt : convolution_from(*options, *input, kernel, (*input)[channels_axis]);
    }
    if ((node.type == "MAX_POOL_2D" || node.type == "AVERAGE_POOL_2D") && kind == pooling_options) {
        const auto* options = verified_table<tflite::Pooling>(from.builtin_options(), content);
        if (options == nullptr) {
            return std::nullopt;
        }
        SlidingWindow window;
        window.height.kernel = options->filter_h();
        window.width.kernel = options->filter_w();
        window.use = node.type == "MAX_POOL_2D" ? WindowUse::maximum : WindowUse::average;
        return window_from(*options, window, *input);
    }
    return std::nullopt;
}

}  // namespace arenascope
