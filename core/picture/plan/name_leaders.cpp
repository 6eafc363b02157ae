#include "core/picture/plan/name_leaders.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace arenascope {
namespace {

constexpr double across_step = 12;        ///< between two places that are tried, in pixels
constexpr double least_distance = 10;     ///< between a box and its name, so that the leader is seen
constexpr double distance_upright = 1.5;  ///< a name above or below its box counts as further away than one beside it
constexpr double distance_to_left = 24;   ///< names to the right are preferred
/// A place that covers something counts as this much further away, in pixels.
constexpr double cost_of_cover = 4000;
constexpr double cost_of_cell = 20;
constexpr double cost_of_crossing = 2000;  ///< of a leader through another box with a name
constexpr double leader_piece = 8;         ///< length of the boxes along a leader, in pixels
constexpr double begin_inside = 5;         ///< of a leader in its box, in pixels
constexpr double dot_radius = 2;           ///< where a leader begins, in pixels
constexpr double name_opacity = 0.95;

struct Candidate {
    NamePlace place;
    double cost = 0;
};

/// From a point inside the box, near the side that faces the name: neighbours touch each other.
Leader leader_between(const Box& box, const Box& name) {
    const double across = std::min(width(box) / 2, begin_inside);
    const double down = std::min(height(box) / 2, begin_inside);
    const double y = std::max(std::min(middle(name).y, box.bottom - down), box.top + down);
    if (name.left >= box.right) {
        return {{box.right - across, y}, {name.left, middle(name).y}};
    }
    if (name.right <= box.left) {
        return {{box.left + across, y}, {name.right, middle(name).y}};
    }
    const double x = std::clamp(middle(box).x, name.left, name.right);
    return name.bottom <= box.top ? Leader{{middle(box).x, box.top + down}, {x, name.bottom}}
                                  : Leader{{middle(box).x, box.bottom - down}, {x, name.top}};
}

double side_of(const Leader& line, Point point) {
    return (line.to.x - line.from.x) * (point.y - line.from.y) - (line.to.y - line.from.y) * (point.x - line.from.x);
}

bool cross(const Leader& a, const Leader& b) {
    return side_of(a, b.from) * side_of(a, b.to) <= 0 && side_of(b, a.from) * side_of(b, a.to) <= 0;
}

/// All places for the name of a box, the best first.
std::vector<Candidate> candidates(std::span<const NamedBox> boxes, std::size_t own, double line_height, const Box& area,
                                  const CoveredCells& covered) {
    std::vector<Candidate> found;
    const NamedBox& named = boxes[own];
    const Box& box = named.box;
    const auto crossed = [&](const Leader& leader) {
        std::ptrdiff_t count = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            count += i != own && meets(leader, inset(boxes[i].box, 1)) ? 1 : 0;
        }
        return static_cast<double>(count);
    };
    for (double top = area.top; top + line_height <= area.bottom; top += line_height / 2) {
        for (double left = area.left; left + named.name_width <= area.right; left += across_step) {
            const Box name{left, top, left + named.name_width, top + line_height};
            const double right_of = name.left - box.right;
            const double left_of = box.left - name.right;
            const double across = std::max({right_of, left_of, 0.0});
            const double up = std::max({box.top - name.bottom, name.top - box.bottom, 0.0});
            if (across < least_distance && up < least_distance) {
                continue;
            }
            const std::int64_t cells = covered.count_in(name);
            const Leader leader = leader_between(box, name);
            const double cost = across + (across > 0 ? 1 : distance_upright) * up +
                                (left_of > 0 ? distance_to_left : 0) + cost_of_crossing * crossed(leader) +
                                (cells > 0 ? cost_of_cover + cost_of_cell * static_cast<double>(cells) : 0);
            found.push_back({{name, leader}, cost});
        }
    }
    std::ranges::sort(found, {}, [](const Candidate& each) {
        return std::tuple(each.cost, each.place.box.top, each.place.box.left);
    });
    return found;
}

bool hits(const Box& box, std::span<const Box> others) {
    return std::ranges::any_of(others, [&box](const Box& other) { return intersects(box, other); });
}

bool has_room(const NamePlace& place, std::span<const NamedBox> boxes, std::span<const Box> taken,
              const std::vector<NamePlace>& others) {
    const Leader& leader = *place.leader;
    return !hits(place.box, taken) &&
           std::ranges::none_of(boxes, [&](const NamedBox& each) { return intersects(place.box, each.box); }) &&
           std::ranges::none_of(others, [&](const NamePlace& other) {
               return intersects(place.box, other.box) || meets(leader, other.box) || meets(*other.leader, place.box) ||
                      cross(leader, *other.leader);
           });
}

/// Whether any of the bytes is not 0.
bool is_any_set(const std::uint8_t* from, std::size_t count) {
    return std::any_of(from, from + count, [](std::uint8_t code) { return code != 0; });
}

}  // namespace

CoveredCells::CoveredCells(const Box& area)
    : area_(area),
      columns_(static_cast<std::size_t>(std::max(1.0, std::ceil(width(area) / cell_width)))),
      rows_(static_cast<std::size_t>(std::max(1.0, std::ceil(height(area) / cell_height)))),
      sums_((columns_ + 1) * (rows_ + 1), 0) {}

void CoveredCells::cover_pixels(const PixelGrid& pixels) {
    const auto columns = static_cast<std::size_t>(std::max(pixels.columns, 0));
    const auto across = static_cast<std::size_t>(cell_width) * static_cast<std::size_t>(std::max(pixels.scale, 1));
    const auto down = static_cast<std::size_t>(cell_height) * static_cast<std::size_t>(std::max(pixels.scale, 1));
    for (std::size_t row = 0; row < static_cast<std::size_t>(std::max(pixels.rows, 0)); ++row) {
        std::int64_t* cells = &sums_[(std::min(row / down, rows_ - 1) + 1) * (columns_ + 1) + 1];
        const std::uint8_t* codes = &pixels.codes[row * columns];
        for (std::size_t column = 0; column < columns; column += across) {
            std::int64_t& cell = cells[std::min(column / across, columns_ - 1)];
            if (cell == 0 && is_any_set(codes + column, std::min(across, columns - column))) {
                cell = 1;
            }
        }
    }
}

CoveredCells::Range CoveredCells::cells_of(const Box& box) const {
    const auto cell = [](double position, double size, std::size_t count) {
        return static_cast<std::size_t>(std::clamp(position / size, 0.0, static_cast<double>(count)));
    };
    return {cell(std::floor(box.left - area_.left), cell_width, columns_),
            cell(std::floor(box.top - area_.top), cell_height, rows_),
            cell(std::ceil(box.right - area_.left) + cell_width - 1, cell_width, columns_),
            cell(std::ceil(box.bottom - area_.top) + cell_height - 1, cell_height, rows_)};
}

void CoveredCells::cover(const Box& box) {
    const Range range = cells_of(box);
    for (std::size_t row = range.top; row < range.bottom; ++row) {
        for (std::size_t column = range.left; column < range.right; ++column) {
            sums_[(row + 1) * (columns_ + 1) + column + 1] = 1;
        }
    }
}

void CoveredCells::sum_up() {
    for (std::size_t row = 1; row <= rows_; ++row) {
        std::int64_t in_row = 0;
        for (std::size_t column = 1; column <= columns_; ++column) {
            in_row += sums_[row * (columns_ + 1) + column];
            sums_[row * (columns_ + 1) + column] = sums_[(row - 1) * (columns_ + 1) + column] + in_row;
        }
    }
}

std::int64_t CoveredCells::count_in(const Box& box) const {
    const Range range = cells_of(box);
    const auto sum = [this](std::size_t row, std::size_t column) { return sums_[row * (columns_ + 1) + column]; };
    return sum(range.bottom, range.right) - sum(range.top, range.right) - sum(range.bottom, range.left) +
           sum(range.top, range.left);
}

std::vector<std::optional<NamePlace>> places_beside(std::span<const NamedBox> boxes, double line_height,
                                                    const Box& area, const CoveredCells& covered,
                                                    std::span<const Box> taken) {
    std::vector<std::optional<NamePlace>> places;
    std::vector<NamePlace> others;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const std::vector<Candidate> found = candidates(boxes, i, line_height, area, covered);
        const auto best = std::ranges::find_if(
            found, [&](const Candidate& each) { return has_room(each.place, boxes, taken, others); });
        places.emplace_back();
        if (best != found.end()) {
            places.back() = best->place;
            others.push_back(best->place);
        }
    }
    return places;
}

std::vector<Box> boxes_of(std::span<const CarrierName> names) {
    std::vector<Box> boxes;
    for (const CarrierName& name : names) {
        boxes.push_back(name.ground);
        // Lambdas of Clang 14 take no structured bindings.
        const Point from = name.leader.from;
        const Point to = name.leader.to;
        const double count = std::ceil(std::hypot(to.x - from.x, to.y - from.y) / leader_piece);
        for (double i = 0; i < count; ++i) {
            const auto at = [&](double share) {
                return Point{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
            };
            const Point a = at(i / count);
            const Point b = at((i + 1) / count);
            boxes.push_back(
                {std::min(a.x, b.x) - 1, std::min(a.y, b.y) - 1, std::max(a.x, b.x) + 1, std::max(a.y, b.y) + 1});
        }
    }
    return boxes;
}

void draw(Drawing& drawing, std::span<const CarrierName> names, const Palette& tokens, TextStyle style) {
    for (const CarrierName& name : names) {
        const auto [x, y] = name.leader.from;
        drawing.add(StraightLine{name.leader.from, name.leader.to, tokens.dim, 1});
        drawing.add(filled({x - dot_radius, y - dot_radius, x + dot_radius, y + dot_radius}, tokens.ink));
    }
    for (const CarrierName& name : names) {
        drawing.add(FilledBox{
            .box = name.ground, .fill = tokens.panel, .edge = name.style.edge, .mark = {}, .opacity = name_opacity});
        drawing.add(DrawnText{{name.ground.left + label_margin, middle(name.ground).y}, name.text, style, tokens.ink});
    }
}

}  // namespace arenascope
