#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/picture/plane.h"

namespace arenascope {

/// A point of a plot and how wide its name is, in pixels.
struct NamedPoint {
    Point at;
    double name_width = 0;
};

/// Where the names of points are written: beside, above or below their points, on no other point, name or `taken` box,
/// and inside `area`. A name that has no such place has none; earlier points go first. Quadratic.
[[nodiscard]] std::vector<std::optional<Box>> name_places(std::span<const NamedPoint> points, double point_radius,
                                                          double line_height, const Box& area, std::vector<Box> taken);

/// Points that lie on each other: for each group the positions of its points, the earliest first. A point belongs to
/// the first group whose earliest point is at most `distance` pixels from it. Quadratic.
[[nodiscard]] std::vector<std::vector<std::size_t>> points_together(std::span<const Point> points, double distance);

}  // namespace arenascope
