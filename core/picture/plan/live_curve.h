#pragma once

#include <span>
#include <vector>

#include "core/model/memory/live_profile.h"
#include "core/model/memory/quantity.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/live_levels.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The curve of a live profile in the pixels of a viewport, from its left to its right border. There are at most four
/// points for each pixel column. They include its lowest and highest value, so that no spike is lost. `levels`: of the
/// profile; null: none. O(pixels · log n) with levels, otherwise O(pixels · log n + changes in view).
[[nodiscard]] std::vector<Point> live_curve(const LiveProfile& profile, const Viewport& viewport,
                                            const LiveLevels* levels = nullptr);

/// The same for any step function: `amounts[i]` holds from `steps[i]` on.
[[nodiscard]] std::vector<Point> live_curve(std::span<const Step> steps, std::span<const Bytes> amounts,
                                            const Viewport& viewport, const LiveLevels* levels = nullptr);

/// The area below the curve, closed along the bottom of the viewport.
[[nodiscard]] std::vector<Point> live_area(const LiveProfile& profile, const Viewport& viewport,
                                           const LiveLevels* levels = nullptr);

/// The area below a live curve as boxes, for media with pixels. If every pixel column has its own value, filling a
/// single polygon takes a hundred times as long.
[[nodiscard]] std::vector<Box> boxes_under(const std::vector<Point>& curve, const Viewport& viewport);

/// The height of what is drawn above a capacity, in pixels, so that a byte too much is seen.
inline constexpr double least_live_excess = 4;
inline constexpr double live_excess_opacity = 0.7;

/// Draws a capacity across a plot of live sizes, and the steps in bold whose live size alone exceeds it: no layout
/// without sharing fits there. `curve`: see live_curve(). Linear in its points.
///
///          ▆▆       the part above the capacity, at least some pixels high
///   ───────██────── capacity
///   ▁▁▁▄▄▄▄██▂▂▂▁▁▁
void draw_live_capacity(Drawing& drawing, const std::vector<Point>& curve, Bytes capacity, const Viewport& viewport,
                        const Palette& tokens);

}  // namespace arenascope
