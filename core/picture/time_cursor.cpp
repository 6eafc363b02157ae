#include "core/picture/time_cursor.h"

namespace arenascope {

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

}  // namespace arenascope
