#include "core/picture/plan/folded_strip.h"

#include <algorithm>
#include <string>

#include "core/picture/plan/label.h"
#include "core/picture/plan/live_curve.h"

namespace arenascope {
namespace {

void draw_text(Drawing& drawing, const Container& container, const Box& strip, Unit unit, const Palette& tokens,
               TextStyle style, const MeasureText& measure) {
    const double line = line_height(style);
    if (height(strip) < line) {
        return;
    }
    const bool is_exceeded = container.capacity && container.peak - Offset(0) > *container.capacity;
    const std::string whole = container.is_band
                                  ? container.name + " ▸"
                                  : container.name + " · peak " + amount_text(container.peak.value(), unit);
    const std::string text = elided(whole, width(strip) - 4 * label_margin, style, measure);
    if (text.empty()) {
        return;
    }
    const double y = middle(strip).y;
    const double left = strip.left + label_margin;
    draw_plate(drawing, {left, y - line / 2, left + measure(text, style) + 2 * label_margin, y + line / 2}, text, style,
               is_exceeded ? tokens.risk_text : tokens.ink, tokens.ground);
}

}  // namespace

void draw_folded_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Unit unit,
                        Theme theme, TextStyle style, const MeasureText& measure) {
    const Palette& tokens = palette(theme);
    const PixelScale up = byte_scale(viewport);
    const Box& view = viewport.box;
    for (const Container& container : stack) {
        const double bottom = up(container.shift);
        const Box strip{view.left, bottom + up.pixels_per_unit() * static_cast<double>(container.highest), view.right,
                        bottom};
        if (!container.is_folded || strip.top >= view.bottom || strip.bottom <= view.top) {
            continue;
        }
        drawing.primitives.emplace_back(ClipBegin{view});
        drawing.primitives.emplace_back(FilledBox{strip, tokens.ground, {}, 1, Pattern::plain, {}});
        const auto most = static_cast<long double>(std::max<std::int64_t>(container.threshold.value(), 1));
        const Viewport inside{{viewport.view.steps, {0, most}}, strip};
        for (const Box& box : boxes_under(live_curve(*container.profile, inside, container.levels.get()), inside)) {
            drawing.primitives.emplace_back(FilledBox{box, tokens.live_fill, {}, 1, Pattern::plain, {}});
        }
        drawing.primitives.emplace_back(
            StraightLine{{strip.left, strip.top}, {strip.right, strip.top}, tokens.line, 1, Dash::solid});
        draw_text(drawing, container, strip, unit, tokens, style, measure);
        drawing.primitives.emplace_back(ClipEnd{});
    }
}

}  // namespace arenascope
