#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/picture/plan/plane.h"

namespace arenascope {

/// A point of a plot and how wide its name is, in pixels.
struct NamedPoint {
    Point at;
    double name_width = 0;
};

/// A straight line from a point to its name.
struct Leader {
    Point from;
    Point to;
    friend constexpr bool operator==(const Leader&, const Leader&) = default;
};

/// Whether a leader and a box have a position in common.
[[nodiscard]] bool meets(const Leader& line, const Box& box);

/// Where the name of a point is written. A name that is not directly beside its point has a line to it.
struct NamePlace {
    Box box;
    std::optional<Leader> leader = {};  ///< from the edge of the point to the edge of the name
    friend bool operator==(const NamePlace&, const NamePlace&) = default;
};

/// Places for the names of points: directly beside, or near by with a leader. A name lies inside `area`, and on no
/// point, other name, leader or `taken` box. A leader meets no other point and no other name. A name that has no such
/// place has none; earlier points go first. Quadratic.
///
///   ● name          ╱ name
///                  ●  ● other
[[nodiscard]] std::vector<std::optional<NamePlace>> name_places(std::span<const NamedPoint> points, double point_radius,
                                                                double line_height, const Box& area,
                                                                std::vector<Box> taken);

/// Points that lie on each other: for each group the positions of its points, the earliest first. A point belongs to
/// the first group whose earliest point is at most `distance` pixels from it. Quadratic.
[[nodiscard]] std::vector<std::vector<std::size_t>> points_together(std::span<const Point> points, double distance);

}  // namespace arenascope
