#include "core/picture/plan/reserved_area.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/live_curve.h"

namespace arenascope {

std::optional<ReservedArea> reserved_area(const Problem& problem) {
    if (!has_segment_regions(problem)) {
        return std::nullopt;
    }
    return ReservedArea{live_profile(problem), reserved_size(*problem.history)};
}

Bytes highest_amount(const ReservedArea& area) {
    return std::max(area.live.threshold, area.reserved.threshold);
}

void draw(Drawing& drawing, const ReservedArea& area, const Viewport& viewport, const Palette& tokens) {
    const auto fill = [&](const LiveProfile& profile, Color ground, Color line) {
        std::vector<Point> curve = live_curve(profile, viewport);
        for (const Box& box : boxes_under(curve, viewport)) {
            drawing.primitives.emplace_back(FilledBox{box, ground, {}, 1, Pattern::plain, {}});
        }
        drawing.primitives.emplace_back(Path{std::move(curve), {}, line, 1.25});
    };
    fill(area.reserved, tokens.reserved_fill, tokens.risk_text);
    fill(area.live, tokens.live_fill, tokens.accent);
}

LiveLegend reserved_legend(const ReservedArea& area, const Viewport& viewport, Unit unit, Theme theme, TextStyle style,
                           const MeasureText& measure) {
    const Palette& tokens = palette(theme);
    const Unit sizes = unit == Unit::hexadecimal ? Unit::bytes : unit;
    return live_legend({{"live, at most " + amount_text(area.live.threshold.value(), sizes), tokens.accent},
                        {"reserved, at most " + amount_text(area.reserved.threshold.value(), sizes), tokens.risk_text}},
                       viewport, style, measure);
}

}  // namespace arenascope
