#include "core/picture/plan/difference_plot.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/picture/plan/axis.h"
#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/live_curve.h"

namespace arenascope {
namespace {

constexpr long double margin_share = 0.1L;
constexpr double area_opacity = 0.55;
constexpr double size_ticks_apart = 18;
constexpr int most_size_ticks = 5;

/// Ticks of sizes with their signs.
std::vector<Tick> signed_ticks(const Viewport& viewport, Unit unit) {
    std::vector<Tick> ticks = offset_ticks(
        viewport.view.bytes, unit, std::max(2, tick_count(height(viewport.box), size_ticks_apart, most_size_ticks)));
    for (Tick& tick : ticks) {
        tick.label = tick.value > 0 ? "+" + tick.label : tick.label;
    }
    return ticks;
}

void draw_unmatched(Drawing& drawing, const LiveDifference& difference, const Viewport& viewport,
                    const Palette& tokens) {
    const PixelScale across = step_scale(viewport);
    for (const Lifetime& steps : difference.unmatched) {
        const double left = std::max(across(steps.begin.value()), viewport.box.left);
        const double right = std::min(across(steps.end.value()), viewport.box.right);
        if (left < right) {
            drawing.add(filled({left, viewport.box.top, right, viewport.box.bottom}, tokens.absent));
        }
    }
}

void draw_curve(Drawing& drawing, const LiveDifference& difference, const Viewport& viewport, const Palette& tokens) {
    const double zero = byte_scale(viewport)(0);
    const std::vector<Point> curve = live_curve(difference.steps, difference.bytes, viewport);
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const Point& left = curve[i - 1];
        if (left.x < curve[i].x && left.y != zero) {
            const bool is_more = left.y < zero;
            drawing.add(filled({left.x, std::min(left.y, zero), curve[i].x, std::max(left.y, zero)},
                               is_more ? tokens.risk_text : tokens.good, area_opacity));
        }
    }
    drawing.add(Path{curve, {}, tokens.dim});
    drawing.add(level_line(viewport.box, zero, tokens.ink));
}

}  // namespace

Stretch difference_extent(Bytes least, Bytes most) {
    const auto low = static_cast<long double>(least.value());
    const auto high = static_cast<long double>(most.value());
    const long double margin = std::max(1.0L, (high - low) * margin_share);
    return {low - margin, high + margin};
}

double difference_axis_height() {
    return axis_tick_length + line_height(axis_style);
}

void draw_difference(Drawing& drawing, const LiveDifference& difference, const Viewport& viewport, Unit unit,
                     const Palette& tokens, const MeasureText& measure) {
    const Box& box = viewport.box;
    drawing.add(FilledBox{.box = box, .fill = tokens.plot, .edge = tokens.line, .mark = {}});
    draw_unmatched(drawing, difference, viewport, tokens);
    const std::vector<Tick> ticks = signed_ticks(viewport, unit);
    std::vector<std::int64_t> positions;
    std::ranges::transform(ticks, std::back_inserter(positions), &Tick::value);
    draw_offset_ticks(drawing, ticks, positions, viewport, tokens);
    drawing.add(ClipBegin{box});
    draw_curve(drawing, difference, viewport, tokens);
    drawing.add(ClipEnd{});
    for (const Tick& tick : fitting_step_ticks(viewport.view.steps, width(box), measure)) {
        const double x = step_scale(viewport)(tick.value);
        drawing.add(StraightLine{{x, box.bottom}, {x, box.bottom + axis_tick_length}, tokens.dim});
        drawing.add(DrawnText{{x, box.bottom + axis_tick_length + line_height(axis_style) / 2},
                              tick.label,
                              axis_style,
                              tokens.dim,
                              DrawnText::Align::center});
    }
}

}  // namespace arenascope
