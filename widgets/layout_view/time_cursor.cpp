#include "widgets/layout_view/time_cursor.h"

namespace arenascope {

void draw_time_cursor(Drawing& drawing, const LayoutContent& content, const Viewport& port) {
    if (content.time_cursor) {
        const PixelScale across = step_scale(port);
        const double x = across(content.time_cursor->value()) + across.pixels_per_unit() / 2;
        drawing.primitives.emplace_back(
            StraightLine{{x, port.box.top}, {x, port.box.bottom}, palette(content.theme).ink, 1, Dash::dotted});
    }
}

}  // namespace arenascope
