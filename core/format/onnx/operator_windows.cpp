#include "core/format/onnx/operator_windows.h"

#include <algorithm>
#include <iterator>

namespace arenascope::onnx_file {
namespace {

/// N and C come before the axes over which a window slides.
constexpr std::size_t first_slid = 2;

std::int64_t number_at(const std::vector<std::int64_t>* list, std::size_t position, std::int64_t otherwise) {
    return list != nullptr && position < list->size() ? (*list)[position] : otherwise;
}

PaddingRule padding_rule_of(const Node& node) {
    const std::string_view automatic = text_of(node, "auto_pad", "NOTSET");
    const bool rounds_up = integer_of(node, "ceil_mode", 0) != 0;
    return automatic == "SAME_UPPER"   ? PaddingRule::same_upper
           : automatic == "SAME_LOWER" ? PaddingRule::same_lower
           : automatic == "VALID"      ? PaddingRule::none
           : rounds_up                 ? PaddingRule::stated_rounded_up
                                       : PaddingRule::stated;
}

bool slides(const Node& node) {
    return position_of_weights(node) > 0 || node.type == "MaxPool" || node.type == "AveragePool";
}

}  // namespace

std::size_t position_of_weights(const Node& node) {
    return node.type == "Conv" || node.type == "ConvInteger" ? 1 : node.type == "QLinearConv" ? 3 : 0;
}

std::optional<SlidingWindow> window_over(const Node& node, KnownShape input, KnownShape weights) {
    if (!is_standard(node) || !slides(node) || input == nullptr) {
        return std::nullopt;
    }
    const auto axes = picture_axes(ModelKind::onnx, input->size());
    const bool is_convolution = position_of_weights(node) > 0;
    if (!axes || (is_convolution && (weights == nullptr || weights->size() != input->size()))) {
        return std::nullopt;
    }
    const std::size_t slid = input->size() - first_slid;
    const auto* const pads = integers_of(node, "pads");
    SlidingWindow window;
    for (std::size_t i = 0; i < slid; ++i) {
        const std::int64_t of_weights = is_convolution ? (*weights)[first_slid + i] : 0;
        const WindowAxis stated = {
            number_at(integers_of(node, "kernel_shape"), i, of_weights), number_at(integers_of(node, "strides"), i, 1),
            number_at(integers_of(node, "dilations"), i, 1), number_at(pads, i, 0), number_at(pads, slid + i, 0)};
        const PaddingRule rule = padding_rule_of(node);
        const auto axis = resolved(stated, rule, (*input)[first_slid + i]);
        if (!axis) {
            return std::nullopt;
        }
        window.rounds_up |= rule == PaddingRule::stated_rounded_up && axis->after != stated.after;
        (i + 1 == slid ? window.width : window.height) = *axis;
    }
    if (is_convolution) {
        window.groups = integer_of(node, "group", 1);
        return window.groups < 1 ? std::nullopt : std::optional(window);
    }
    const bool counts_padding = integer_of(node, "count_include_pad", 0) != 0;
    window.use = node.type == "MaxPool" ? WindowUse::maximum
                 : counts_padding       ? WindowUse::padded_average
                                        : WindowUse::average;
    return window;
}

std::optional<SlidingWindow> window_of_padding(const Node& node, KnownShape input, const KnownValue* pads) {
    if (!is_standard(node) || node.type != "Pad" || input == nullptr ||
        text_of(node, "mode", "constant") != "constant" || node.inputs.size() > 3) {
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers;
    if (const auto* given = integers_of(node, "pads")) {
        numbers = *given;
    } else if (pads != nullptr && pads->is_integer() && pads->all_known()) {
        std::ranges::transform(pads->numbers, std::back_inserter(numbers), &Number::integer);
    }
    const std::size_t rank = input->size();
    if (numbers.size() != 2 * rank) {
        return std::nullopt;
    }
    std::vector<ConstantPadding> padding;
    for (std::size_t i = 0; i < rank; ++i) {
        padding.push_back({numbers[i], numbers[rank + i]});
    }
    return padding_window(ModelKind::onnx, padding);
}

}  // namespace arenascope::onnx_file
