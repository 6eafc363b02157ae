#include "widgets/picture/layout_view/live_drawing.h"

#include <algorithm>
#include <utility>

#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/live_curve.h"
#include "core/picture/plan/live_legend.h"
#include "core/picture/plan/out_of_memory_mark.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

constexpr std::size_t most_strong_curves = 4;  ///< more would merge into one dark area

/// The live and the reserved size of a recorded allocator.
Drawing reserved_drawing(const LayoutPicture& picture, const ReservedArea& area, const Viewport& port,
                         const MeasureText& measure) {
    const LayoutContent& content = picture.content();
    const Palette& tokens = palette(content.theme);
    Drawing drawing;
    drawing.primitives.emplace_back(ClipBegin{port.box});
    draw(drawing, area, port, tokens);
    draw_out_of_memory_lines(drawing, *content.problem, port, tokens);
    draw_time_range(drawing, content.time_range, port, tokens);
    draw_time_cursor(drawing, content.time_cursor, port, tokens);
    drawing.primitives.emplace_back(ClipEnd{});
    draw(drawing, reserved_legend(area, port, content.unit, content.theme, strip_style, measure), strip_style,
         content.theme);
    return drawing;
}

}  // namespace

Drawing live_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure) {
    Drawing drawing;
    const LayoutContent& content = picture.content();
    const LayoutShapes& shapes = picture.shapes();
    if (!content.problem) {
        return drawing;
    }
    if (shapes.reserved) {
        return reserved_drawing(picture, *shapes.reserved, port, measure);
    }
    const Palette& tokens = palette(content.theme);
    drawing.primitives.emplace_back(ClipBegin{port.box});
    const Container* core = live_core(shapes, content);
    const Container* limited = limited_memory(core, shapes.stack);
    const bool is_strong = core != nullptr || shapes.stack.size() <= most_strong_curves;
    const auto by_threshold = [](const Container& a, const Container& b) { return a.threshold < b.threshold; };
    const auto highest = std::max_element(shapes.stack.begin(), shapes.stack.end(), by_threshold);
    for (const Container& container : shapes.stack) {
        if (core != nullptr && core != &container) {
            continue;
        }
        std::vector<Point> curve = live_curve(*container.profile, port, container.levels.get());
        if (core != nullptr) {
            for (const Box& box : boxes_under(curve, port)) {
                drawing.primitives.emplace_back(FilledBox{box, tokens.live_fill, {}, 1, Pattern::plain, {}});
            }
        }
        if (&container == limited) {
            draw_live_capacity(drawing, curve, *limited->capacity, port, tokens);
        }
        drawing.primitives.emplace_back(Path{std::move(curve), {}, tokens.accent, is_strong ? 1.25 : 0.5});
        if (core == nullptr && !is_strong && &container != &*highest) {
            continue;  // too many threshold lines would hide the curves
        }
        const double y = byte_scale(port)(container.threshold.value());
        drawing.primitives.emplace_back(
            StraightLine{{port.box.left, y}, {port.box.right, y}, tokens.accent, 1.5, Dash::dashed});
    }
    const auto& fragmentation = picture.parts().fragmentation;
    const bool is_fragmented = fragmentation && fragmentation->largest > Bytes(0);
    if (is_fragmented) {
        drawing.primitives.emplace_back(
            Path{live_curve(fragmentation->steps, fragmentation->free, port), {}, tokens.risk_text, 1.25});
    }
    draw_out_of_memory_lines(drawing, *content.problem, port, tokens);
    draw_time_range(drawing, content.time_range, port, tokens);
    draw_time_cursor(drawing, content.time_cursor, port, tokens);
    drawing.primitives.emplace_back(ClipEnd{});
    if (content.problem->regions.size() > 1) {
        draw(drawing, live_legend(core, shapes.stack, is_fragmented, port, content.theme, strip_style, measure),
             strip_style, content.theme);
    }
    return drawing;
}

}  // namespace arenascope
