#include "core/picture/live_legend.h"

#include <utility>

#include "core/picture/label.h"
#include "core/picture/unit.h"

namespace arenascope {
namespace {

constexpr double line_length = 16;
constexpr double entry_gap = 6;

}  // namespace

LiveLegend live_legend(const Container* core, std::size_t shown, bool has_fragmentation, const Viewport& viewport,
                       Theme theme, TextStyle style, const MeasureText& measure) {
    LiveLegend legend;
    const Palette& tokens = palette(theme);
    double left = viewport.box.left + entry_gap;
    const double top = viewport.box.top + 2;
    const auto add = [&](std::string name, Color color) {
        const double right = left + line_length + entry_gap + measure(name, style) + 2 * label_margin;
        if (right <= viewport.box.right && top + line_height(style) <= viewport.box.bottom) {
            legend.entries.push_back({std::move(name), color, {left, top, right, top + line_height(style)}});
            left = right + entry_gap;
        }
    };
    add(core != nullptr ? "live size of " + core->name
                        : "live size of each of " + grouped(static_cast<std::int64_t>(shown)) + " memories",
        tokens.accent);
    if (has_fragmentation) {
        add("free below the highest live tail", tokens.risk_text);
    }
    return legend;
}

void draw(Drawing& drawing, const LiveLegend& legend, TextStyle style, Theme theme) {
    const Palette& tokens = palette(theme);
    for (const LiveLegend::Entry& entry : legend.entries) {
        const Box& ground = entry.ground;
        const double y = middle(ground).y;
        const double text = ground.left + label_margin + line_length + entry_gap;
        draw_plate(drawing, {text - label_margin, ground.top, ground.right, ground.bottom}, entry.name, style,
                   tokens.ink, tokens.plot);
        drawing.primitives.emplace_back(
            StraightLine{{ground.left + label_margin, y}, {text - entry_gap, y}, entry.color, 2, Dash::solid});
    }
}

}  // namespace arenascope
