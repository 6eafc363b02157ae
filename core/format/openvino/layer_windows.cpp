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

}  // namespace arenascope
