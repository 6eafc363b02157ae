#include "core/format/flatbuffers/tflite_windows.h"

#include "core/format/flatbuffers/flatbuffer.h"
#include "core/format/flatbuffers/schema/tflite_generated.h"

namespace arenascope {
namespace {

/// Kinds of operator options, by their number in the union of the format.
constexpr std::uint8_t convolution_options = 1;
constexpr std::uint8_t depthwise_options = 2;
constexpr std::uint8_t pooling_options = 5;
constexpr std::uint8_t bilinear_options = 15;
constexpr std::uint8_t nearest_options = 74;
constexpr std::int8_t padding_same = 0;

constexpr std::size_t height_axis = 1;
constexpr std::size_t width_axis = 2;
constexpr std::size_t channels_axis = 3;

/// The extents of a tensor with four axes; null: it has others, or they are unknown.
const std::vector<std::int64_t>* four_extents(const Network& network, const std::vector<TensorIndex>& list,
                                              std::size_t position) {
    if (position >= list.size() || list[position] == TensorIndex::none()) {
        return nullptr;
    }
    const auto& shape = network.tensors[list[position]].shape;
    return shape && shape->size() == channels_axis + 1 ? &*shape : nullptr;
}

template <class Options>
ResamplingGrid grid_of(const Options& options) {
    return options.align_corners()        ? ResamplingGrid::aligned_corners
           : options.half_pixel_centers() ? ResamplingGrid::half_pixel
                                          : ResamplingGrid::asymmetric;
}

/// How the rows of one axis are resampled; empty: the operator is another one, or its options are damaged.
std::optional<ResampledAxis> resampled_axis(const tflite::Operator& from, std::string_view content, const Node& node,
                                            std::int64_t input, std::int64_t output) {
    const std::uint8_t kind = from.builtin_options_type();
    if (node.type == "DEPTH_TO_SPACE") {
        return repeated_axis(input, output);
    }
    if (node.type == "SPACE_TO_DEPTH") {
        return gathered_axis(input, output);
    }
    if (node.type == "RESIZE_BILINEAR" && kind == bilinear_options) {
        const auto* options = verified_table<tflite::BilinearResize>(from.builtin_options(), content);
        return options == nullptr ? std::nullopt : linear_axis(input, output, grid_of(*options));
    }
    if (node.type == "RESIZE_NEAREST_NEIGHBOR" && kind == nearest_options) {
        const auto* options = verified_table<tflite::NearestResize>(from.builtin_options(), content);
        if (options != nullptr) {
            const ResamplingGrid grid = grid_of(*options);
            const bool rounds = grid != ResamplingGrid::asymmetric;
            return nearest_axis(input, output, grid, rounds ? NearestRow::half_is_above : NearestRow::below);
        }
    }
    return std::nullopt;
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
    const auto* const input = four_extents(network, node.inputs, 0);
    const auto* const kernel = four_extents(network, node.inputs, 1);
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

std::optional<SlidingWindow> tflite_padding(const Node& node, const std::vector<std::int64_t>& rows) {
    if ((node.type != "PAD" && node.type != "PADV2") || rows.size() % 2 != 0) {
        return std::nullopt;
    }
    std::vector<ConstantPadding> padding;
    for (std::size_t i = 0; i < rows.size(); i += 2) {
        padding.push_back({rows[i], rows[i + 1]});
    }
    return padding_window(ModelKind::tflite, padding);
}

std::optional<Resampling> tflite_resampling(const tflite::Operator& from, std::string_view content,
                                            const Network& network, const Node& node) {
    const auto* const input = four_extents(network, node.inputs, 0);
    const auto* const output = four_extents(network, node.outputs, 0);
    if (input == nullptr || output == nullptr) {
        return std::nullopt;
    }
    const auto height = resampled_axis(from, content, node, (*input)[height_axis], (*output)[height_axis]);
    const auto width = resampled_axis(from, content, node, (*input)[width_axis], (*output)[width_axis]);
    const bool is_scaled = node.type != "DEPTH_TO_SPACE" && node.type != "SPACE_TO_DEPTH";
    return height && width ? std::optional(Resampling{*height, *width, is_scaled}) : std::nullopt;
}

}  // namespace arenascope
