#include "core/picture/plan/point_label.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace arenascope {
namespace {

constexpr double name_gap = 3;     ///< between a point and its name
constexpr double names_apart = 6;  ///< between two names in one line

bool is_inside(const Box& box, const Box& area) {
    return box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;
}

Box box_around(Point at, double radius) {
    return {at.x - radius, at.y - radius, at.x + radius, at.y + radius};
}

/// The line from the edge of a point to the nearest position of a box outside of it.
Leader leader_to(Point at, double radius, const Box& box) {
    const Point end{std::clamp(at.x, box.left, box.right), std::clamp(at.y, box.top, box.bottom)};
    const double distance = std::hypot(end.x - at.x, end.y - at.y);
    const double share = distance > radius ? radius / distance : 1;
    return {{at.x + share * (end.x - at.x), at.y + share * (end.y - at.y)}, end};
}

/// The places to try, the best first: directly beside the point, where a name is read most easily, then further and
/// further above and below.
std::vector<NamePlace> places_around(const NamedPoint& point, double radius, double line_height) {
    constexpr int rings = 5;
    const double width = point.name_width;
    const auto box = [&](double x, double y) { return Box{x, y, x + width, y + line_height}; };
    std::vector<NamePlace> places{{box(point.at.x + radius + name_gap, point.at.y - line_height / 2)},
                                  {box(point.at.x - radius - name_gap - width, point.at.y - line_height / 2)}};
    for (int ring = 0; ring < rings; ++ring) {
        const double away = radius + 2 * name_gap + ring * line_height;
        for (const double x : {point.at.x + radius, point.at.x - radius - width, point.at.x - width / 2,
                               point.at.x + 3 * line_height, point.at.x - 3 * line_height - width}) {
            for (const double y : {point.at.y - away - line_height, point.at.y + away}) {
                places.push_back({box(x, y), leader_to(point.at, radius, box(x, y))});
            }
        }
    }
    return places;
}

/// What is on the plot already.
struct Occupied {
    std::vector<Box> points;
    std::vector<Box> names;
    std::vector<Leader> leaders;
    std::vector<Box> taken;

    /// Whether the name of a point can be there.
    [[nodiscard]] bool has_room(const NamePlace& place, std::size_t point) const {
        const auto is_met = [&place](const Box& other) { return meets(*place.leader, other); };
        if (hits(place.box, points) || hits(place.box, names) || hits(place.box, taken) ||
            std::any_of(leaders.begin(), leaders.end(), [&](const Leader& line) { return meets(line, place.box); })) {
            return false;
        }
        return !place.leader || (std::none_of(names.begin(), names.end(), is_met) &&
                                 std::none_of(points.begin(), points.begin() + as_offset(point), is_met) &&
                                 std::none_of(points.begin() + as_offset(point) + 1, points.end(), is_met));
    }

private:
    static std::ptrdiff_t as_offset(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }
    static bool hits(const Box& box, const std::vector<Box>& others) {
        return std::any_of(others.begin(), others.end(), [&](const Box& other) { return intersects(box, other); });
    }
};

}  // namespace

bool meets(const Leader& line, const Box& box) {
    // The part of the line between the two sides of each direction, as shares of its length.
    double first = 0;
    double last = 1;
    const auto cut = [&](double from, double to, double low, double high) {
        if (from == to) {
            return low <= from && from <= high;
        }
        const auto [enter, leave] = std::minmax({(low - from) / (to - from), (high - from) / (to - from)});
        first = std::max(first, enter);
        last = std::min(last, leave);
        return first <= last;
    };
    return cut(line.from.x, line.to.x, box.left, box.right) && cut(line.from.y, line.to.y, box.top, box.bottom);
}

std::vector<std::optional<NamePlace>> name_places(std::span<const NamedPoint> points, double point_radius,
                                                  double line_height, const Box& area, std::vector<Box> taken) {
    Occupied occupied{.points = {}, .names = {}, .leaders = {}, .taken = std::move(taken)};
    for (const NamedPoint& point : points) {
        occupied.points.push_back(box_around(point.at, point_radius));
    }
    std::vector<std::optional<NamePlace>> places;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto around = places_around(points[i], point_radius, line_height);
        const auto place = std::find_if(around.begin(), around.end(), [&](const NamePlace& each) {
            return is_inside(each.box, area) && occupied.has_room(each, i);
        });
        if (place == around.end()) {
            places.emplace_back();
            continue;
        }
        places.emplace_back(*place);
        const Box& name = place->box;
        occupied.names.push_back({name.left - names_apart, name.top, name.right + names_apart, name.bottom});
        if (place->leader) {
            occupied.leaders.push_back(*place->leader);
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
