#pragma once

#include <span>
#include <vector>

#include "core/memory/live_profile.h"
#include "core/picture/drawing.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// The staircase of a live profile in the pixels of a viewport, from its left to its right border: at most four points
/// a pixel column, and each column keeps its lowest and highest stair, so that no spike is lost. O(log n + stairs in
/// view).
[[nodiscard]] std::vector<Point> live_curve(const LiveProfile& profile, const Viewport& viewport);

/// The same of any staircase: `amounts[i]` holds from `steps[i]` on.
[[nodiscard]] std::vector<Point> live_curve(std::span<const Step> steps, std::span<const Bytes> amounts,
                                            const Viewport& viewport);

/// The same closed along the bottom of the viewport: the area under the curve, as one shape.
[[nodiscard]] std::vector<Point> live_area(const LiveProfile& profile, const Viewport& viewport);

/// The same area for a medium of pixels: a box from each stretch of a live curve down to the bottom of the viewport.
/// Where every pixel column has its own stair, filling a polygon with all their corners takes a hundred times as long.
[[nodiscard]] std::vector<Box> boxes_under(const std::vector<Point>& curve, const Viewport& viewport);

}  // namespace arenascope
