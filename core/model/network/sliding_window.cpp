#include "core/model/network/sliding_window.h"

#include <algorithm>

namespace arenascope {
namespace {

/// No model has larger numbers; with them, no sum or product here leaves 64 bits.
constexpr std::int64_t most_elements = std::int64_t{1} << 30;

bool makes_sense(const WindowAxis& axis) {
    const auto is_count = [](std::int64_t number) { return number >= 1 && number <= most_elements; };
    return is_count(axis.kernel) && is_count(axis.stride) && is_count(axis.dilation) && axis.before >= 0 &&
           axis.before <= most_elements && axis.after >= 0 && axis.after <= most_elements;
}

}  // namespace

std::optional<WindowAxis> resolved(WindowAxis axis, PaddingRule rule, std::int64_t input) {
    if (!makes_sense(axis) || input < 1 || input > most_elements) {
        return std::nullopt;
    }
    switch (rule) {
        case PaddingRule::stated:
            break;
        case PaddingRule::stated_rounded_up: {
            const std::int64_t room = input + axis.before + axis.after - axis.reach();
            if (room > 0 && room % axis.stride != 0) {
                axis.after += axis.stride - room % axis.stride;
            }
            break;
        }
        case PaddingRule::none:
            axis.before = 0;
            axis.after = 0;
            break;
        case PaddingRule::same_upper:
        case PaddingRule::same_lower: {
            const std::int64_t outputs = (input + axis.stride - 1) / axis.stride;
            const std::int64_t all = std::max<std::int64_t>((outputs - 1) * axis.stride + axis.reach() - input, 0);
            axis.before = rule == PaddingRule::same_upper ? all / 2 : all - all / 2;
            axis.after = all - axis.before;
            break;
        }
    }
    return axis;
}

std::optional<SlidingWindow> padding_window(ModelKind kind, const std::vector<ConstantPadding>& padding) {
    const auto axes = picture_axes(kind, padding.size());
    if (!axes) {
        return std::nullopt;
    }
    SlidingWindow window;
    window.use = WindowUse::padding;
    for (std::size_t i = 0; i < padding.size(); ++i) {
        const WindowAxis axis = {1, 1, 1, padding[i].before, padding[i].after};
        const bool is_known = i == axes->channels || i == axes->width || i == axes->height;
        if (!makes_sense(axis) || (!is_known && axis.before + axis.after > 0)) {
            return std::nullopt;
        }
        if (i == axes->width) {
            window.width = axis;
        } else if (i == axes->height) {
            window.height = axis;
        }
    }
    return window;
}

std::int64_t outputs_of(const WindowAxis& axis, std::int64_t input) {
    const std::int64_t room = input + axis.before + axis.after - axis.reach();
    return room < 0 ? 0 : room / axis.stride + 1;
}

std::optional<PictureAxes> picture_axes(ModelKind kind, std::size_t rank) {
    constexpr std::size_t with_batch = 4;
    switch (kind) {
        case ModelKind::tflite:
            return rank == with_batch ? std::optional(PictureAxes{3, 1, 2}) : std::nullopt;
        case ModelKind::ncnn:
            return rank == with_batch - 1 ? std::optional(PictureAxes{0, 1, 2}) : std::nullopt;
        case ModelKind::onnx:
        case ModelKind::openvino:
            break;
    }
    return rank == with_batch       ? std::optional(PictureAxes{1, 2, 3})
           : rank == with_batch - 1 ? std::optional(PictureAxes{1, std::nullopt, 2})
                                    : std::nullopt;
}

}  // namespace arenascope
