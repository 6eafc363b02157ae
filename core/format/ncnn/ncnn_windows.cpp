#include "core/format/ncnn/ncnn_windows.h"

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

}  // namespace

std::optional<SlidingWindow> ncnn_window(const Network& network, const Node& node, const NcnnParameters& given) {
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

}  // namespace arenascope
