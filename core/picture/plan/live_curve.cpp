#include "core/picture/plan/live_curve.h"

#include <algorithm>
#include <cmath>

namespace arenascope {
namespace {

/// The values in one pixel column: the first, the extremes and the last.
struct Column {
    double x = 0;
    double first = 0;
    double lowest = 0;
    double highest = 0;
    double last = 0;
};

void append(std::vector<Point>& points, const Column& column) {
    const auto add = [&points](Point point) {
        if (points.empty() || points.back() != point) {
            points.push_back(point);
        }
    };
    add({column.x, column.first});
    if (column.lowest < std::min(column.first, column.last)) {
        add({column.x, column.lowest});
    }
    if (column.highest > std::max(column.first, column.last)) {
        add({column.x, column.highest});
    }
    add({column.x, column.last});
}

/// The first step after `first` that is not left of `column_end`. The search doubles its stride, because most columns
/// hold few steps.
template <class Steps>
std::size_t end_of_column(const Steps& steps, std::size_t first, const PixelScale& across, double column_end) {
    const auto is_left = [&](std::size_t i) { return across(steps[i].value()) < column_end; };
    std::size_t inside = first;
    std::size_t stride = 1;
    while (inside + stride < steps.size() && is_left(inside + stride)) {
        inside += stride;
        stride *= 2;
    }
    std::size_t outside = std::min(inside + stride, steps.size());
    while (inside + 1 < outside) {
        const std::size_t middle = inside + (outside - inside) / 2;
        (is_left(middle) ? inside : outside) = middle;
    }
    return outside;
}

template <class Steps>
std::vector<Point> curve_of(const Steps& steps, std::span<const Bytes> amounts, const Viewport& viewport,
                            const LiveLevels* levels) {
    const PixelScale across = step_scale(viewport);
    const PixelScale up = byte_scale(viewport);
    const Box& box = viewport.box;
    const auto first_step =
        std::upper_bound(steps.begin(), steps.end(), viewport.view.steps.from,
                         [](long double value, Step step) { return value < static_cast<long double>(step.value()); });
    auto i = static_cast<std::size_t>(first_step - steps.begin());
    double y = up(i == 0 ? 0 : amounts[i - 1].value());
    std::vector<Point> points{{box.left, y}};
    for (; i < steps.size(); ++i) {
        const double x = across(steps[i].value());
        if (x >= box.right) {
            break;
        }
        const std::size_t end = end_of_column(steps, i, across, std::floor(x) + 1);
        const Extremes extremes = extremes_in(amounts, levels, i, end);
        const auto [low, high] = std::minmax({up(extremes.most.value()), up(extremes.least.value())});
        i = end - 1;
        append(points, {x, y, std::min(y, low), std::max(y, high), up(amounts[i].value())});
        y = up(amounts[i].value());
    }
    points.push_back({box.right, y});
    return points;
}

}  // namespace

std::vector<Point> live_curve(const LiveProfile& profile, const Viewport& viewport, const LiveLevels* levels) {
    return curve_of(profile.steps, profile.live, viewport, levels);
}

std::vector<Point> live_curve(std::span<const Step> steps, std::span<const Bytes> amounts, const Viewport& viewport,
                              const LiveLevels* levels) {
    return curve_of(steps, amounts, viewport, levels);
}

std::vector<Point> live_area(const LiveProfile& profile, const Viewport& viewport, const LiveLevels* levels) {
    std::vector<Point> points = live_curve(profile, viewport, levels);
    points.push_back({viewport.box.right, viewport.box.bottom});
    points.push_back({viewport.box.left, viewport.box.bottom});
    return points;
}

std::vector<Box> boxes_under(const std::vector<Point>& curve, const Viewport& viewport) {
    std::vector<Box> boxes;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const Point& left = curve[i - 1];
        if (left.x < curve[i].x && left.y < viewport.box.bottom) {
            boxes.push_back({left.x, left.y, curve[i].x, viewport.box.bottom});
        }
    }
    return boxes;
}

void draw_live_capacity(Drawing& drawing, const std::vector<Point>& curve, Bytes capacity, const Viewport& viewport,
                        const Palette& tokens) {
    const double y = byte_scale(viewport)(capacity.value());
    for (const Box& box : boxes_under(curve, viewport)) {
        if (box.top < y) {
            drawing.add(
                filled({box.left, std::max(viewport.box.top, std::min(box.top, y - least_live_excess)), box.right, y},
                       tokens.bad, live_excess_opacity));
        }
    }
    drawing.add(level_line(viewport.box, y, tokens.ink, 2));
}

}  // namespace arenascope
