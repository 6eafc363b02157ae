#include "core/format/ncnn/ncnn_windows.h"

#include <cmath>

namespace arenascope {
namespace {

constexpr std::int64_t padding_same_upper = -233;
constexpr std::int64_t padding_same_lower = -234;

/// A number for the width, and that for the height, which is the same unless it is given.
struct Pair {
    std::int64_t width;
    std::int64_t height;
};

Pair pair_of(const NcnnParameters& given, int width, int height, std::int64_t otherwise) {
    const std::int64_t across = given.integer(width).value_or(otherwise);
    return {across, given.integer(height).value_or(across)};
}

struct PaddingKeys {
    int left;
    int right;
    int top;
    int bottom;
};
constexpr PaddingKeys convolution_padding = {4, 15, 14, 16};
constexpr PaddingKeys pooling_padding = {3, 14, 13, 15};

SlidingWindow stated_window(const NcnnParameters& given, Pair stride, Pair dilation, const PaddingKeys& keys) {
    const Pair kernel = pair_of(given, 1, 11, 0);
    const std::int64_t left = given.integer(keys.left).value_or(0);
    const std::int64_t top = given.integer(keys.top).value_or(left);
    SlidingWindow window;
    window.width = {kernel.width, stride.width, dilation.width, left, given.integer(keys.right).value_or(left)};
    window.height = {kernel.height, stride.height, dilation.height, top, given.integer(keys.bottom).value_or(top)};
    return window;
}

std::optional<SlidingWindow> resolved_window(SlidingWindow window, PaddingRule rule,
                                             const std::vector<std::int64_t>& input) {
    const std::int64_t down = window.height.after;
    const std::int64_t right = window.width.after;
    const auto height = resolved(window.height, rule, input[1]);
    const auto width = resolved(window.width, rule, input[2]);
    if (!height || !width) {
        return std::nullopt;
    }
    window.height = *height;
    window.width = *width;
    window.rounds_up = rule == PaddingRule::stated_rounded_up && (height->after != down || width->after != right);
    return window;
}

PaddingRule padding_rule_of(std::int64_t padding) {
    return padding == padding_same_upper   ? PaddingRule::same_upper
           : padding == padding_same_lower ? PaddingRule::same_lower
                                           : PaddingRule::stated;
}

std::optional<SlidingWindow> convolution(const NcnnParameters& given, const std::vector<std::int64_t>& input,
                                         bool has_groups) {
    constexpr int has_weights_as_operand = 19;
    if (given.integer(has_weights_as_operand).value_or(0) != 0) {
        return std::nullopt;
    }
    SlidingWindow window =
        stated_window(given, pair_of(given, 3, 13, 1), pair_of(given, 2, 12, 1), convolution_padding);
    window.groups = has_groups ? given.integer(7).value_or(1) : 1;
    const PaddingRule rule = padding_rule_of(window.width.before);
    if (rule != PaddingRule::stated) {
        for (WindowAxis* axis : {&window.height, &window.width}) {
            axis->before = 0;
            axis->after = 0;
        }
    }
    return window.groups < 1 || input.front() % window.groups != 0 ? std::nullopt
                                                                   : resolved_window(window, rule, input);
}

std::optional<SlidingWindow> pooling(const NcnnParameters& given, const std::vector<std::int64_t>& input) {
    const bool is_global = given.integer(4).value_or(0) != 0;
    const bool is_adaptive = given.integer(7).value_or(0) != 0;
    const std::int64_t kind = given.integer(0).value_or(0);
    const std::int64_t mode = given.integer(5).value_or(0);
    if (is_global || is_adaptive || kind < 0 || kind > 1 || mode < 0 || mode > 3) {
        return std::nullopt;
    }
    SlidingWindow window = stated_window(given, pair_of(given, 2, 12, 1), {1, 1}, pooling_padding);
    const bool counts_padding = given.integer(6).value_or(0) != 0;
    window.use = kind == 0 ? WindowUse::maximum : counts_padding ? WindowUse::padded_average : WindowUse::average;
    constexpr PaddingRule rules[] = {PaddingRule::stated_rounded_up, PaddingRule::stated, PaddingRule::same_upper,
                                     PaddingRule::same_lower};
    return resolved_window(window, rules[mode], input);
}

std::optional<SlidingWindow> constant_padding(const Node& node, const NcnnParameters& given) {
    if (given.integer(4, 0) != 0 || node.inputs.size() != 1) {
        return std::nullopt;
    }
    return padding_window(ModelKind::ncnn, {{given.integer(7, 0), given.integer(8, 0)},
                                            {given.integer(0, 0), given.integer(1, 0)},
                                            {given.integer(2, 0), given.integer(3, 0)}});
}

/// The extents of a picture; null: it has others, or they are unknown.
const std::vector<std::int64_t>* picture_extents(const Network& network, const std::vector<TensorIndex>& list) {
    const auto* const shape =
        list.empty() || list.front() == TensorIndex::none() ? nullptr : &network.tensors[list.front()].shape;
    return shape != nullptr && *shape && picture_axes(ModelKind::ncnn, (*shape)->size()) ? &**shape : nullptr;
}

/// Whether the factor of an axis, if there is one, is the quotient of the extents.
bool has_factor_of_extents(const NcnnParameters& given, int factor, int wanted, std::int64_t input,
                           std::int64_t output) {
    constexpr double enough = 1e-6;
    return given.integer(wanted, 0) > 0 ||
           std::abs(static_cast<double>(input) * given.real(factor).value_or(1) - static_cast<double>(output)) <=
               enough * static_cast<double>(output);
}

std::optional<ResampledAxis> interpolated_axis(const NcnnParameters& given, std::int64_t input, std::int64_t output) {
    constexpr std::int64_t nearest = 1;
    constexpr std::int64_t bilinear = 2;
    const bool has_corners = given.integer(6, 0) != 0;
    switch (given.integer(0, 0)) {
        case nearest:
            return nearest_axis(input, output, ResamplingGrid::asymmetric, NearestRow::below);
        case bilinear:
            return linear_axis(input, output,
                               has_corners ? ResamplingGrid::aligned_corners : ResamplingGrid::half_pixel);
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<SlidingWindow> ncnn_window(const Network& network, const Node& node, const NcnnParameters& given) {
    if (node.type == "Padding") {
        return constant_padding(node, given);
    }
    const bool is_convolution = node.type == "Convolution" || node.type == "ConvolutionDepthWise";
    if ((!is_convolution && node.type != "Pooling") || node.inputs.empty()) {
        return std::nullopt;
    }
    const auto& shape = network.tensors[node.inputs.front()].shape;
    if (!shape || !picture_axes(ModelKind::ncnn, shape->size()) || shape->front() < 1) {
        return std::nullopt;
    }
    return is_convolution ? convolution(given, *shape, node.type == "ConvolutionDepthWise") : pooling(given, *shape);
}

std::optional<Resampling> ncnn_resampling(const Network& network, const Node& node, const NcnnParameters& given) {
    const auto* const input = picture_extents(network, node.inputs);
    const auto* const output = picture_extents(network, node.outputs);
    const bool is_scaled = node.type == "Interp";
    if (input == nullptr || output == nullptr) {
        return std::nullopt;
    }
    const auto axis_at = [&](std::size_t axis, int factor, int wanted) -> std::optional<ResampledAxis> {
        const std::int64_t from = (*input)[axis];
        const std::int64_t into = (*output)[axis];
        if (is_scaled) {
            const bool fits = node.inputs.size() > 1 || has_factor_of_extents(given, factor, wanted, from, into);
            return fits ? interpolated_axis(given, from, into) : std::nullopt;
        }
        return node.type == "PixelShuffle" ? repeated_axis(from, into)
               : node.type == "Reorg"      ? gathered_axis(from, into)
                                           : std::nullopt;
    };
    const auto height = axis_at(1, 1, 3);
    const auto width = axis_at(2, 2, 4);
    return height && width ? std::optional(Resampling{*height, *width, is_scaled}) : std::nullopt;
}

}  // namespace arenascope
