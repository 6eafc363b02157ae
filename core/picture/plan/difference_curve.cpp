#include "core/picture/plan/difference_curve.h"

#include <algorithm>

#include "core/picture/plan/live_curve.h"

namespace arenascope {
namespace {

constexpr long double margin_share = 0.1L;
constexpr double area_opacity = 0.55;

}  // namespace

Stretch difference_extent(Bytes least, Bytes most) {
    const auto low = static_cast<long double>(least.value());
    const auto high = static_cast<long double>(most.value());
    const long double margin = std::max(1.0L, (high - low) * margin_share);
    return {low - margin, high + margin};
}

void draw_difference(Drawing& drawing, std::span<const Step> steps, std::span<const Bytes> bytes,
                     const Viewport& viewport, const Palette& tokens) {
    const Box& box = viewport.box;
    const double zero = byte_scale(viewport)(0);
    const std::vector<Point> curve = live_curve(steps, bytes, viewport);
    drawing.primitives.emplace_back(ClipBegin{box});
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const Point& left = curve[i - 1];
        if (left.x < curve[i].x && left.y != zero) {
            const bool is_more = left.y < zero;
            drawing.primitives.emplace_back(
                FilledBox{.box = {left.x, std::min(left.y, zero), curve[i].x, std::max(left.y, zero)},
                          .fill = is_more ? tokens.risk_text : tokens.good,
                          .edge = {},
                          .mark = {},
                          .opacity = area_opacity});
        }
    }
    drawing.primitives.emplace_back(Path{curve, {}, tokens.dim, 1});
    drawing.primitives.emplace_back(StraightLine{{box.left, zero}, {box.right, zero}, tokens.ink, 1});
    drawing.primitives.emplace_back(ClipEnd{});
}

}  // namespace arenascope
