#include "core/picture/plan/live_legend.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/text/amount.h"
#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/live_curve.h"

namespace arenascope {
namespace {

constexpr double line_length = 16;
constexpr double entry_gap = 6;
constexpr double legend_margin = 2;  ///< above and below the legend

/// A plot that is lower than this many legends shows only its curves.
constexpr double least_legends = 3;

/// Above the highest amount, as a part of it.
constexpr long double live_air = 0.12L;

}  // namespace

double live_legend_height(double plot_height, TextStyle style) {
    const double needed = line_height(style) + 2 * legend_margin;
    return plot_height >= least_legends * needed ? needed : 0;
}

long double live_axis_end(Bytes highest, double plot_height, double above) {
    const auto amount = static_cast<long double>(std::max(highest, Bytes(1)).value());
    const long double curves = std::max(plot_height - above, 1.0);
    return amount * std::max(1 + live_air, static_cast<long double>(std::max(plot_height, 1.0)) / curves);
}

std::string capacity_words(const Container& limited) {
    return "capacity of " + limited.name + (limited.threshold > *limited.capacity ? "; red: above it" : "");
}

std::string limit_words(const Container* limited, bool is_only) {
    if (limited != nullptr && !is_only) {
        return "; line: " + capacity_words(*limited);
    }
    return limited != nullptr && limited->threshold > *limited->capacity ? "; red: above the capacity" : "";
}

LiveLegend live_legend(const Container* core, const std::vector<Container>& stack, bool has_fragmentation,
                       const Viewport& viewport, Theme theme, TextStyle style, const MeasureText& measure) {
    const Palette& tokens = palette(theme);
    std::vector<NamedCurve> curves;
    curves.push_back(
        {core != nullptr ? "live size of " + core->name : "live size of each of " + grouped(stack.size()) + " memories",
         tokens.accent});
    if (has_fragmentation) {
        curves.push_back({"free below the highest live tail", tokens.risk_text});
    }
    if (const Container* limited = limited_memory(core, stack)) {
        curves.push_back({capacity_words(*limited), tokens.ink});
    }
    return live_legend(curves, viewport, style, measure);
}

LiveLegend live_legend(const std::vector<NamedCurve>& curves, const Viewport& viewport, TextStyle style,
                       const MeasureText& measure) {
    LiveLegend legend;
    double left = viewport.box.left + entry_gap;
    const double top = viewport.box.top + legend_margin;
    if (live_legend_height(height(viewport.box), style) == 0) {
        return legend;
    }
    const auto width_of = [&](const std::string& name) {
        return line_length + entry_gap + measure(name, style) + 2 * label_margin;
    };
    const auto more_than = [&](std::size_t kept) { return grouped(curves.size() - kept) + " more"; };
    // The most curves whose names have room beside the number of those that have none.
    std::size_t kept = curves.size();
    for (; kept > 0; --kept) {
        double end = left;
        for (std::size_t i = 0; i < kept; ++i) {
            end += (i > 0 ? entry_gap : 0) + width_of(curves[i].name);
        }
        end += kept < curves.size() ? entry_gap + width_of(more_than(kept)) : 0;
        if (end <= viewport.box.right) {
            break;
        }
    }
    const auto add = [&](const std::string& name, Color color) {
        const double right = left + width_of(name);
        legend.entries.push_back({name, color, {left, top, right, top + line_height(style)}});
        left = right + entry_gap;
    };
    for (std::size_t i = 0; i < kept; ++i) {
        add(curves[i].name, curves[i].color);
    }
    if (kept > 0 && kept < curves.size()) {
        add(more_than(kept), curves[kept].color);
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
        drawing.add(StraightLine{{ground.left + label_margin, y}, {text - entry_gap, y}, entry.color, 2});
    }
}

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
            drawing.add(filled(box, ground));
        }
        drawing.add(Path{std::move(curve), {}, line, 1.25});
    };
    fill(area.reserved, tokens.reserved_fill, tokens.risk_text);
    fill(area.live, tokens.live_fill, tokens.accent);
}

LiveLegend reserved_legend(const ReservedArea& area, const Viewport& viewport, Unit unit, Theme theme, TextStyle style,
                           const MeasureText& measure) {
    const Palette& tokens = palette(theme);
    const Unit sizes = size_unit(unit);
    return live_legend({{"live, at most " + amount_text(area.live.threshold, sizes), tokens.accent},
                        {"reserved, at most " + amount_text(area.reserved.threshold, sizes), tokens.risk_text}},
                       viewport, style, measure);
}

}  // namespace arenascope
