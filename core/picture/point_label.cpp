#include "core/picture/point_label.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace arenascope {
namespace {

constexpr double name_gap = 3;  ///< between a point and its name

bool is_inside(const Box& box, const Box& area) {
    return box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;
}

/// Beside the point first, where a name is read most easily.
std::array<Box, 8> places_around(const NamedPoint& point, double radius, double line_height) {
    const double width = point.name_width;
    const double right = point.at.x + radius + name_gap;
    const double left = point.at.x - radius - name_gap - width;
    const double center = point.at.x - width / 2;
    const double middle = point.at.y - line_height / 2;
    const double above = point.at.y - radius - line_height;
    const double below = point.at.y + radius;
    const auto box = [&](double x, double y) { return Box{x, y, x + width, y + line_height}; };
    return {box(right, middle), box(left, middle), box(center, above), box(center, below),
            box(right, above),  box(left, above),  box(right, below),  box(left, below)};
}

}  // namespace

std::vector<std::optional<Box>> name_places(std::span<const NamedPoint> points, double point_radius, double line_height,
                                            const Box& area, std::vector<Box> taken) {
    for (const NamedPoint& point : points) {
        taken.push_back({point.at.x - point_radius, point.at.y - point_radius, point.at.x + point_radius,
                         point.at.y + point_radius});
    }
    std::vector<std::optional<Box>> places;
    for (const NamedPoint& point : points) {
        const auto around = places_around(point, point_radius, line_height);
        const auto place = std::find_if(around.begin(), around.end(), [&](const Box& box) {
            return is_inside(box, area) &&
                   std::none_of(taken.begin(), taken.end(), [&](const Box& other) { return intersects(box, other); });
        });
        if (place == around.end()) {
            places.emplace_back();
        } else {
            places.emplace_back(*place);
            taken.push_back(*place);
        }
    }
    return places;
}

std::vector<std::vector<std::size_t>> points_together(std::span<const Point> points, double distance) {
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<std::size_t>& each) {
            const Point& first = points[each.front()];
            return std::hypot(points[i].x - first.x, points[i].y - first.y) <= distance;
        });
        if (group == groups.end()) {
            groups.push_back({i});
        } else {
            group->push_back(i);
        }
    }
    return groups;
}

}  // namespace arenascope
