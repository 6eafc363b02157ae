#include "core/format/openvino/layer_windows.h"

#include <algorithm>
#include <pugixml.hpp>
#include <string_view>
#include <vector>

#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

/// N and C come before the axes over which a window slides.
constexpr std::size_t first_slid = 2;

/// A number of a list such as "2,2"; `otherwise` if the list is absent, −1 if it is no number.
std::int64_t number_at(const pugi::xml_node& data, const char* key, std::size_t position, std::int64_t otherwise) {
    std::string_view list = data.attribute(key).value();
    if (list.empty()) {
        return otherwise;
    }
    for (; position > 0; --position) {
        list.remove_prefix(std::min(list.find(',') + 1, list.size()));
    }
    return plain_number(trimmed(list.substr(0, list.find(',')))).value_or(-1);
}

bool is(const pugi::xml_node& data, const char* key, std::string_view value) {
    const std::string_view text = data.attribute(key).value();
    return std::ranges::equal(text, value, [](char a, char b) {
        return a == b || (a >= 'A' && a <= 'Z' && static_cast<char>(a - 'A' + 'a') == b);
    });
}

PaddingRule padding_rule_of(const pugi::xml_node& data) {
    return is(data, "auto_pad", "same_upper")   ? PaddingRule::same_upper
           : is(data, "auto_pad", "same_lower") ? PaddingRule::same_lower
           : is(data, "auto_pad", "valid")      ? PaddingRule::none
           : is(data, "rounding_type", "ceil")  ? PaddingRule::stated_rounded_up
                                                : PaddingRule::stated;
}

const std::vector<std::int64_t>* shape_of(const Network& network, const Node& node, std::size_t operand) {
    if (operand >= node.inputs.size() || node.inputs[operand] == TensorIndex::none()) {
        return nullptr;
    }
    const auto& shape = network.tensors[node.inputs[operand]].shape;
    return shape ? &*shape : nullptr;
}

WindowAxis stated_axis(const pugi::xml_node& data, std::size_t axis, std::int64_t kernel) {
    return {kernel, number_at(data, "strides", axis, 1), number_at(data, "dilations", axis, 1),
            number_at(data, "pads_begin", axis, 0), number_at(data, "pads_end", axis, 0)};
}

/// Where an Interpolate takes its rows from along one axis.
std::optional<ResampledAxis> interpolated_axis(const pugi::xml_node& data, std::int64_t input, std::int64_t output) {
    const auto has = [&](const char* key, std::string_view value, std::string_view otherwise) {
        const std::string_view text = data.attribute(key).value();
        return (text.empty() ? otherwise : text) == value;
    };
    const auto is_default = [&](const char* key, std::string_view value) { return has(key, value, value); };
    const bool has_sizes = has("shape_calculation_mode", "sizes", "");
    const bool has_factors = has("shape_calculation_mode", "scales", "");
    const auto has_no_padding = [&](const char* key) {
        return std::string_view(data.attribute(key).value()).find_first_not_of("0, ") == std::string_view::npos;
    };
    const bool is_plain =
        is_default("antialias", "false") && has_no_padding("pads_begin") && has_no_padding("pads_end");
    if (input < 1 || !is_plain || !(has_sizes || (has_factors && output % input == 0))) {
        return std::nullopt;
    }
    constexpr const char* mode = "coordinate_transformation_mode";
    const bool is_in_the_middle = is_default(mode, "half_pixel") || (has(mode, "pytorch_half_pixel", "") && output > 1);
    const auto grid = is_in_the_middle                 ? std::optional(ResamplingGrid::half_pixel)
                      : has(mode, "asymmetric", "")    ? std::optional(ResamplingGrid::asymmetric)
                      : has(mode, "align_corners", "") ? std::optional(ResamplingGrid::aligned_corners)
                                                       : std::nullopt;
    const auto nearest = is_default("nearest_mode", "round_prefer_floor") ? std::optional(NearestRow::half_is_below)
                         : has("nearest_mode", "round_prefer_ceil", "")   ? std::optional(NearestRow::half_is_above)
                         : has("nearest_mode", "floor", "")               ? std::optional(NearestRow::below)
                         : has("nearest_mode", "ceil", "")                ? std::optional(NearestRow::above)
                                                                          : std::nullopt;
    if (!grid) {
        return std::nullopt;
    }
    if (has("mode", "nearest", "")) {
        return nearest ? nearest_axis(input, output, *grid, *nearest) : std::nullopt;
    }
    return has("mode", "linear_onnx", "") || has("mode", "linear", "") ? linear_axis(input, output, *grid)
                                                                       : std::nullopt;
}

}  // namespace

std::optional<WindowAxis> openvino_axis(const pugi::xml_node& data, std::size_t axis, std::int64_t kernel,
                                        std::int64_t input) {
    return resolved(stated_axis(data, axis, kernel), padding_rule_of(data), input);
}

std::optional<SlidingWindow> openvino_window(const pugi::xml_node& data, const Network& network, const Node& node) {
    const bool has_groups = node.type == "GroupConvolution";
    const bool is_convolution = has_groups || node.type == "Convolution";
    if (!is_convolution && node.type != "MaxPool" && node.type != "AvgPool") {
        return std::nullopt;
    }
    const auto* const input = shape_of(network, node, 0);
    const auto* const kernel = is_convolution ? shape_of(network, node, 1) : nullptr;
    // The kernel of a grouped convolution begins with the groups.
    const std::size_t before_kernel = has_groups ? 1 : 0;
    if (input == nullptr || !picture_axes(ModelKind::openvino, input->size()) ||
        (is_convolution && (kernel == nullptr || kernel->size() != input->size() + before_kernel))) {
        return std::nullopt;
    }
    SlidingWindow window;
    const PaddingRule rule = padding_rule_of(data);
    for (std::size_t i = 0; i + first_slid < input->size(); ++i) {
        const WindowAxis stated = stated_axis(
            data, i, is_convolution ? (*kernel)[before_kernel + first_slid + i] : number_at(data, "kernel", i, 0));
        const auto axis = resolved(stated, rule, (*input)[first_slid + i]);
        if (!axis) {
            return std::nullopt;
        }
        window.rounds_up |= rule == PaddingRule::stated_rounded_up && axis->after != stated.after;
        (i + first_slid + 1 == input->size() ? window.width : window.height) = *axis;
    }
    if (is_convolution) {
        window.groups = has_groups ? kernel->front() : 1;
        return window.groups < 1 ? std::nullopt : std::optional(window);
    }
    window.use = node.type == "MaxPool"                                               ? WindowUse::maximum
                 : is(data, "exclude-pad", "true") || is(data, "exclude_pad", "true") ? WindowUse::average
                                                                                      : WindowUse::padded_average;
    return window;
}

std::optional<SlidingWindow> openvino_padding(const pugi::xml_node& data, const std::vector<std::int64_t>& before,
                                              const std::vector<std::int64_t>& after) {
    if (!is(data, "pad_mode", "constant") || before.size() != after.size()) {
        return std::nullopt;
    }
    std::vector<ConstantPadding> padding;
    for (std::size_t i = 0; i < before.size(); ++i) {
        padding.push_back({before[i], after[i]});
    }
    return padding_window(ModelKind::openvino, padding);
}

std::optional<Resampling> openvino_resampling(const pugi::xml_node& data, const Network& network, const Node& node) {
    const auto* const input = shape_of(network, node, 0);
    const auto& written = node.outputs.size() == 1 && node.outputs.front() != TensorIndex::none()
                              ? network.tensors[node.outputs.front()].shape
                              : std::nullopt;
    const auto axes = written ? picture_axes(ModelKind::openvino, written->size()) : std::nullopt;
    if (input == nullptr || !axes || input->size() != written->size()) {
        return std::nullopt;
    }
    const auto axis_at = [&](std::size_t axis) {
        const std::int64_t from = (*input)[axis];
        const std::int64_t into = (*written)[axis];
        return node.type == "Interpolate"    ? interpolated_axis(data, from, into)
               : node.type == "DepthToSpace" ? repeated_axis(from, into)
               : node.type == "SpaceToDepth" ? gathered_axis(from, into)
                                             : std::nullopt;
    };
    const auto width = axis_at(axes->width);
    const auto height = axes->height ? axis_at(*axes->height) : std::optional(ResampledAxis());
    return width && height ? std::optional(Resampling{*height, *width, node.type == "Interpolate"}) : std::nullopt;
}

}  // namespace arenascope
