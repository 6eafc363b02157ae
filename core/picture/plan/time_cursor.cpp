#include "core/picture/plan/time_cursor.h"

#include <algorithm>

namespace arenascope {
namespace {

/// So pale that tiers keep their colours.
constexpr double range_opacity = 0.14;

}  // namespace

void draw_time_cursor(Drawing& drawing, std::optional<Step> cursor, const Viewport& port, const Palette& tokens) {
    if (!cursor) {
        return;
    }
    const PixelScale across = step_scale(port);
    const double x = across(cursor->value()) + across.pixels_per_unit() / 2;
    if (port.box.left <= x && x <= port.box.right) {
        drawing.primitives.emplace_back(
            StraightLine{{x, port.box.top}, {x, port.box.bottom}, tokens.ink, 1, Dash::dotted});
    }
}

void draw_time_range(Drawing& drawing, std::optional<Lifetime> steps, const Viewport& port, const Palette& tokens) {
    if (!steps) {
        return;
    }
    const PixelScale across = step_scale(port);
    const double left = std::max(across(steps->begin.value()), port.box.left);
    const double right = std::min(across(steps->end.value()), port.box.right);
    if (left >= right) {
        return;
    }
    drawing.primitives.emplace_back(FilledBox{
        {left, port.box.top, right, port.box.bottom}, tokens.accent, {}, 1, Pattern::plain, {}, range_opacity});
    for (const Step end : {steps->begin, steps->end}) {
        const double x = across(end.value());
        if (port.box.left <= x && x <= port.box.right) {
            drawing.primitives.emplace_back(
                StraightLine{{x, port.box.top}, {x, port.box.bottom}, tokens.accent, 1, Dash::dotted});
        }
    }
}

}  // namespace arenascope
