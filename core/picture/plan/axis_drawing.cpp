#include "core/picture/plan/axis_drawing.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace arenascope {
namespace {

constexpr double least_for_number = 16;  ///< pixels
constexpr double least_for_two = 44;
constexpr double least_below_next = 13;  ///< in pixels, for the zero of the container above

constexpr double label_gap = 28;       ///< usual distance of two labels of a time axis, besides their width
constexpr double least_label_gap = 8;  ///< the same where otherwise only one label fits
constexpr int most_step_ticks = 14;

double widest_label(const std::vector<Tick>& ticks, const MeasureText& measure) {
    double widest = 0;
    for (const Tick& tick : ticks) {
        widest = std::max(widest, measure(tick.label, axis_style));
    }
    return widest;
}

/// So pale that tiers keep their colours.
constexpr double range_opacity = 0.14;

}  // namespace

ContainerTicks container_ticks(const Container& container, const Viewport& viewport, Unit unit, double apart, int most,
                               bool is_alone) {
    ContainerTicks result;
    const Stretch& view = viewport.view.bytes;
    const auto shift = static_cast<long double>(container.shift);
    const Stretch own{std::max(view.from - shift, static_cast<long double>(container.lowest)),
                      std::min(view.to - shift, static_cast<long double>(container.highest))};
    if (container.is_folded || own.to <= own.from) {
        return result;
    }
    const double pixels =
        height(viewport.box) * static_cast<double>(std::min(1.0L, length(own) / std::max(length(view), 1.0L)));
    if (is_alone || pixels >= least_for_two) {
        result.ticks = offset_ticks(own, unit, tick_count(pixels, apart, most));
    } else if (pixels >= least_for_number && own.from <= 0) {
        result.ticks = {{0, number_text(0, unit)}};
    }
    if (!is_alone) {
        const long double pixels_a_byte = height(viewport.box) / std::max(length(view), 1.0L);
        std::erase_if(result.ticks, [&](const Tick& tick) {
            return tick.value > 0 && static_cast<long double>(container.highest - tick.value) * pixels_a_byte <
                                         static_cast<long double>(least_below_next);
        });
    }
    for (const Tick& tick : result.ticks) {
        result.positions.push_back(checked_add(tick.value, container.shift).value_or(container.shift));
    }
    return result;
}

ContainerTicks stack_ticks(const std::vector<Container>& stack, const Viewport& viewport, Unit unit, double apart,
                           int most) {
    ContainerTicks result;
    if (shows_bands(stack)) {
        const Container& top = stack.back();
        const std::int64_t end = top.is_folded ? top.shift : top.shift + top.highest;
        result.ticks = offset_ticks(viewport.view.bytes, unit, tick_count(height(viewport.box), apart, most));
        std::erase_if(result.ticks, [end](const Tick& tick) { return tick.value > end; });
        std::ranges::transform(result.ticks, std::back_inserter(result.positions), &Tick::value);
        return result;
    }
    for (const Container& container : stack) {
        ContainerTicks own = container_ticks(container, viewport, unit, apart, most, stack.size() == 1);
        std::ranges::move(own.ticks, std::back_inserter(result.ticks));
        std::ranges::move(own.positions, std::back_inserter(result.positions));
    }
    return result;
}

std::vector<Tick> fitting_step_ticks(Stretch steps, double pixels, const MeasureText& measure) {
    std::vector<Tick> close;  // the most ticks whose labels only just fit
    for (int most = most_step_ticks; most >= 2; --most) {
        std::vector<Tick> ticks = step_ticks(steps, most);
        if (ticks.size() < 2) {
            continue;
        }
        const double widest = widest_label(ticks, measure);
        const auto interval = static_cast<long double>(ticks[1].value - ticks[0].value);
        const auto gaps = static_cast<double>(length(steps) / interval);
        if ((widest + label_gap) * (std::floor(gaps) + 1) <= pixels) {
            return ticks;
        }
        if (close.empty() && (widest + least_label_gap) * gaps <= pixels) {
            close = std::move(ticks);
        }
    }
    if (close.empty()) {
        close = step_ticks(steps, 2);
        close.resize(std::min<std::size_t>(close.size(), 1));
    }
    return close;
}

void draw_offset_ticks(Drawing& drawing, const std::vector<Tick>& ticks, const std::vector<std::int64_t>& positions,
                       const Viewport& viewport, const Palette& palette) {
    const Box& box = viewport.box;
    const PixelScale up = byte_scale(viewport);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double y = up(positions[i]);
        if (y < box.top - 0.5 || y > box.bottom + 0.5) {
            continue;
        }
        const double left = box.left - axis_tick_length;
        drawing.add(StraightLine{{left, y}, {box.right, y}, palette.line});
        drawing.add(DrawnText{{left - 4, y}, ticks[i].label, axis_style, palette.dim, DrawnText::Align::right});
    }
}

void draw_offset_title(Drawing& drawing, std::string title, double x, const Viewport& viewport,
                       const Palette& palette) {
    drawing.add(DrawnText{
        {x, middle(viewport.box).y}, std::move(title), axis_style, palette.dim, DrawnText::Align::center, true});
}

void draw_time_cursor(Drawing& drawing, std::optional<Step> cursor, const Viewport& port, const Palette& tokens) {
    if (!cursor) {
        return;
    }
    const PixelScale across = step_scale(port);
    const double x = across(cursor->value()) + across.pixels_per_unit() / 2;
    if (port.box.left <= x && x <= port.box.right) {
        drawing.add(upright_line(port.box, x, tokens.ink, 1, Dash::dotted));
    }
}

void draw_time_range(Drawing& drawing, std::optional<Lifetime> steps, const Viewport& port, const Palette& tokens) {
    if (!steps) {
        return;
    }
    const PixelScale across = step_scale(port);
    const double left = std::max(across(steps->begin.value()), port.box.left);
    const double right = std::min(across(steps->end.value()), port.box.right);
    if (left >= right) {
        return;
    }
    drawing.add(filled({left, port.box.top, right, port.box.bottom}, tokens.accent, range_opacity));
    for (const Step end : {steps->begin, steps->end}) {
        const double x = across(end.value());
        if (port.box.left <= x && x <= port.box.right) {
            drawing.add(upright_line(port.box, x, tokens.accent, 1, Dash::dotted));
        }
    }
}

}  // namespace arenascope
