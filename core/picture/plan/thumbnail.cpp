#include "core/picture/plan/thumbnail.h"

#include <algorithm>

#include "core/picture/plan/coloring.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/region_strip.h"
#include "core/picture/plan/scene.h"

namespace arenascope {
namespace {

constexpr double tooth = 5;  // width of a tooth of the jagged edge, in pixels

std::int64_t height_of(const std::vector<Container>& stack) {
    if (stack.empty()) {
        return 0;
    }
    const Container& last = stack.back();
    return last.is_band ? last.shift + last.highest : last.shift + std::max(last.peak.value(), last.threshold.value());
}

/// Covers everything above the jagged edge with the background colour.
Path jagged_edge(const Box& box, Color ground) {
    Path path;
    path.fill = ground;
    path.points = {{box.right, box.top}, {box.left, box.top}};
    bool is_low = false;
    for (double x = box.left; x < box.right + tooth; x += tooth) {
        path.points.push_back({std::min(x, box.right), box.top + (is_low ? 2 * tooth : tooth)});
        is_low = !is_low;
    }
    return path;
}

}  // namespace

std::int64_t stack_height(const Problem& problem, const Layout& layout) {
    return height_of(containers(problem, layout));
}

Drawing thumbnail(const Problem& problem, const Layout& layout, std::span<const Risk> risks, std::int64_t top,
                  double width, double height, Theme theme) {
    const Palette& tokens = palette(theme);
    const Box box{0, 0, width, height};
    Drawing drawing{width, height, {}};
    FilledBox ground;
    ground.box = box;
    ground.fill = tokens.plot;
    drawing.add(ground);

    const std::vector<Container> stack = containers(problem, layout);
    const std::vector<std::int64_t> raised = shifts(problem, stack);
    const std::vector<MemoryRectangle> rectangles = memory_rectangles(problem, layout, raised);
    const Coloring colors = coloring(problem, risks, default_color_by(problem), theme);
    Scene scene;
    scene.problem = &problem;
    scene.rectangles = rectangles;
    scene.coloring = &colors;
    scene.viewport = {{whole_view(problem, stack).steps, {0, static_cast<long double>(std::max<std::int64_t>(top, 1))}},
                      box};
    scene.theme = theme;
    drawing.add(ClipBegin{box});
    draw_band_grounds(drawing, stack, scene.viewport, theme);
    draw(drawing, scene);
    const PixelScale up = byte_scale(scene.viewport);
    for (const Container& container : stack) {
        if (container.is_band) {
            continue;
        }
        const double y = up(container.shift + container.threshold.value());
        drawing.add(StraightLine{{0, y}, {width, y}, tokens.accent, 1.2, Dash::dashed});
        if (container.shift > 0) {
            const double floor = up(container.shift);
            drawing.add(StraightLine{{0, floor}, {width, floor}, tokens.line});
        }
    }
    if (height_of(stack) > top) {
        drawing.add(jagged_edge(box, tokens.panel));
    }
    drawing.add(ClipEnd{});
    return drawing;
}

}  // namespace arenascope
