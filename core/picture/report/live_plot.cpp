#include "core/picture/report/live_plot.h"

#include <algorithm>

#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/live_curve.h"
#include "core/picture/plan/live_legend.h"
#include "core/picture/plan/out_of_memory_mark.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/svg_drawing.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

/// Of more changes in all curves, a curve shows the extremes of each column, whose width depends on the number of
/// curves.
constexpr std::size_t most_exact_changes = 12'000;
constexpr double most_columns = 5'000;

/// The columns for each curve; 0: all of them are exact.
double columns_of_curve(const PictureFrame& frame) {
    std::size_t changes = 0;
    for (const Container& container : frame.stack) {
        changes += container.profile->steps.size();
    }
    if (frame.reserved) {
        changes = frame.reserved->live.steps.size() + frame.reserved->reserved.steps.size();
    }
    constexpr double finest = 2;  // columns of a pixel
    constexpr double coarsest = 40;
    return changes <= most_exact_changes
               ? 0
               : std::clamp(most_columns / static_cast<double>(std::max<std::size_t>(frame.stack.size(), 2)), coarsest,
                            finest * width(frame.live.box));
}

std::string move_to(double x, double y) {
    return "M" + decimal_text(x, 2) + " " + decimal_text(y, 2);
}

/// A curve as the data of a path, in steps across and pixels down. It starts and ends at the borders of the picture.
/// Only what is above `least` is part of it.
std::string curve_of(const LiveProfile& profile, const PictureFrame& frame, double columns, Bytes least = {}) {
    const Viewport& port = frame.live;
    const PixelScale up = byte_scale(port);
    const double base = up(least.value());
    const double thinnest = least > Bytes(0) ? least_live_excess : 0;
    const auto height_of = [&](double y) { return y < base ? std::min(y, base - thinnest) : base; };
    const double steps = static_cast<double>(length(port.view.steps));
    if (columns > 0) {
        const Viewport wide{port.view, {0, port.box.top, columns, port.box.bottom}};
        std::string text = move_to(0, base);
        for (const Point& point : live_curve(profile, wide)) {
            text +=
                "L" + decimal_text(point.x / width(wide.box) * steps, 3) + " " + decimal_text(height_of(point.y), 1);
        }
        return text + "V" + decimal_text(base, 2);
    }
    std::string text = move_to(0, base);
    for (std::size_t i = 0; i < profile.steps.size(); ++i) {
        const std::uint64_t step =
            static_cast<std::uint64_t>(profile.steps[i].value()) - static_cast<std::uint64_t>(frame.first_step);
        text += "H" + std::to_string(step) + "V" + decimal_text(height_of(up(profile.live[i].value())), 2);
    }
    return text + "H" + precise_text(steps) + "V" + decimal_text(base, 2);
}

}  // namespace

std::string live_plot(const Problem& problem, const PictureFrame& frame, ThemeColors& colors, HatchTable& hatches) {
    const Viewport& port = frame.live;
    const MeasureText measure = browser_text_measure();
    const double columns = columns_of_curve(frame);
    const Container* limited = frame.reserved ? nullptr : limited_memory(only_memory(frame), frame.stack);
    std::string curves;
    const auto add = [&](const LiveProfile& profile, Color Palette::*ground, Color Palette::*line) {
        // The curve begins and ends at 0, so that filling it fills the area below it.
        curves += "<path class=\"" + (ground != nullptr ? colors.fill(ground) : std::string("none")) + " " +
                  colors.stroke(line) + "\" stroke-width=\"1.25\" d=\"" + curve_of(profile, frame, columns) + "\"/>\n";
    };
    if (frame.reserved) {
        add(frame.reserved->reserved, &Palette::reserved_fill, &Palette::risk_text);
        add(frame.reserved->live, &Palette::live_fill, &Palette::accent);
    } else {
        for (const Container& container : frame.stack) {
            add(*container.profile, frame.stack.size() == 1 ? &Palette::live_fill : nullptr, &Palette::accent);
        }
        if (limited != nullptr && limited->threshold > *limited->capacity) {
            curves += "<path class=\"" + colors.fill(&Palette::bad) + "\" fill-opacity=\"" +
                      decimal_text(live_excess_opacity, 1) + "\" d=\"" +
                      curve_of(*limited->profile, frame, columns, *limited->capacity) + "\"/>\n";
        }
    }
    const SvgDrawing ticks = svg_drawing(
        [&](Drawing& drawing, Theme theme) {
            const std::vector<Tick> shown = offset_ticks(port.view.bytes, frame.unit, 3);
            std::vector<std::int64_t> positions;
            std::ranges::transform(shown, std::back_inserter(positions), &Tick::value);
            draw_offset_ticks(drawing, shown, positions, port, palette(theme));
        },
        colors, hatches);
    const SvgDrawing fixed = svg_drawing(
        [&](Drawing& drawing, Theme theme) {
            const Palette& tokens = palette(theme);
            if (!frame.reserved) {
                const double y = byte_scale(port)(frame.threshold.value());
                drawing.add(level_line(port.box, y, tokens.accent, 1.5, Dash::dashed));
            }
            if (limited != nullptr) {
                drawing.add(level_line(port.box, byte_scale(port)(limited->capacity->value()), tokens.ink, 2));
            }
            const LiveLegend named =
                frame.reserved
                    ? reserved_legend(*frame.reserved, port, frame.unit, theme, report_line_style, measure)
                    : live_legend(only_memory(frame), frame.stack, false, port, theme, report_line_style, measure);
            draw(drawing, named, report_line_style, theme);
            drawing.add(outlined(inset(port.box, -0.5), tokens.line));
        },
        colors, hatches);
    const SvgDrawing failures = svg_drawing(
        [&](Drawing& drawing, Theme theme) { draw_out_of_memory_lines(drawing, problem, port, palette(theme)); },
        colors, hatches);
    std::string text = ticks.shapes + ticks.texts + "<svg id=\"live\"";
    append_pixels(text, "x", port.box.left);
    append_pixels(text, "y", port.box.top);
    append_pixels(text, "width", width(port.box));
    append_pixels(text, "height", height(port.box));
    text += ">\n<g id=\"live-plan\" transform=\"matrix(" + precise_text(step_scale(port).pixels_per_unit()) +
            " 0 0 1 0 " + decimal_text(-port.box.top, 2) + ")\">\n" + curves + "</g>\n";
    if (!failures.shapes.empty()) {
        text += "<g class=\"whole-steps\" transform=\"translate(" + decimal_text(-port.box.left, 2) + " " +
                decimal_text(-port.box.top, 2) + ")\">\n" + failures.shapes + "</g>\n";
    }
    return text + "</svg>\n" + fixed.shapes + fixed.texts;
}

}  // namespace arenascope
