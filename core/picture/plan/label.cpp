#include "core/picture/plan/label.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/model/memory/name_parts.h"

namespace arenascope {
namespace {

constexpr double edge_gap = 3;  ///< space above or below a label, because a selected edge is thick
/// Opaque enough to read the text; the background remains visible.
constexpr double plate_opacity = 0.85;

constexpr std::string_view ellipsis = "…";
/// Fewer characters of a shortened name, with the ellipsis, tell nothing.
constexpr std::ptrdiff_t least_shortened = 7;
constexpr std::ptrdiff_t least_telling = 4;  ///< if they tell the name apart

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::ptrdiff_t character_count(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char byte) { return !is_continuation(byte); });
}

bool is_figure(char byte) {
    return byte >= '0' && byte <= '9';
}

/// Where to cut a text of which `kept` bytes remain: how many of them are before the cut. Linear, without allocations.
std::size_t least_harmful_cut(std::string_view text, std::size_t kept) {
    const std::size_t removed = text.size() - kept;
    // The end tells more than the begin.
    const std::size_t third = (kept + 2) / 3;
    const auto from_third = [third](std::size_t front) { return front < third ? third - front : front - third; };
    auto figures = std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(removed), is_figure);
    auto fewest = figures;
    std::size_t best = 0;
    for (std::size_t front = 1; front <= kept; ++front) {
        figures +=
            static_cast<int>(is_figure(text[front + removed - 1])) - static_cast<int>(is_figure(text[front - 1]));
        if (figures < fewest || (figures == fewest && from_third(front) < from_third(best))) {
            fewest = figures;
            best = front;
        }
    }
    return best;
}

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

std::optional<Label> label_in(const Box& box, std::string_view name, std::string_view size, TextStyle style,
                              const MeasureText& measure, std::span<const Box> keep_clear, const NameParts* parts) {
    const double room = width(box) - 2 * label_margin;
    const double line = line_height(style);
    if (name.empty() || height(box) < line) {
        return std::nullopt;
    }
    std::string text(name);
    double needed = measure(text, style);
    // A rotated line needs less space across than the distance between two lines.
    const double thickness = style.size + 1;
    const double room_upwards = width(box) < thickness ? 0 : height(box) - 2 * label_margin;
    const bool is_too_long = needed > std::max(room, room_upwards);
    const bool upwards = is_too_long ? room_upwards > room : needed > room;
    if (is_too_long) {
        // With a gap at both ends, because a line of interest often runs along an edge.
        text = shortened_name(text, std::max(room, room_upwards - 2 * edge_gap), style, measure, parts);
        const std::ptrdiff_t characters = character_count(text);
        if (characters < least_telling || (characters < least_shortened && (parts == nullptr || !parts->knows(name)))) {
            return std::nullopt;
        }
        needed = measure(text, style);
    } else if (!size.empty()) {
        std::string both = text + " · " + std::string(size);
        const double both_needed = measure(both, style);
        if (both_needed <= (upwards ? room_upwards : room)) {
            text = std::move(both);
            needed = both_needed;
        }
    }
    const double left = upwards ? middle(box).x - thickness / 2 : box.left + label_margin;
    const double across = upwards ? thickness : needed;
    const double up = upwards ? needed + 2 * label_margin : line;
    const double center = middle(box).y;
    const double away = std::max(0.0, (height(box) - up) / 2 - edge_gap);
    for (const double y : std::array<double, 3>{center, center - away, center + away}) {
        const Box ground{left, y - up / 2, left + across, y + up / 2};
        const bool free = std::none_of(keep_clear.begin(), keep_clear.end(),
                                       [&](const Box& other) { return intersects(ground, other); });
        if (free) {
            return Label{std::move(text), ground, upwards};
        }
    }
    return std::nullopt;
}

void draw_plate(Drawing& drawing, const Box& ground, std::string_view text, TextStyle style, Color ink, Color plate) {
    drawing.add(filled(ground, plate, plate_opacity));
    drawing.add(DrawnText{{ground.left + label_margin, middle(ground).y}, std::string(text), style, ink});
}

std::string elided(std::string_view text, double room, TextStyle style, const MeasureText& measure) {
    if (measure(text, style) <= room) {
        return std::string(text);
    }
    while (!text.empty()) {
        std::size_t kept = text.size() - 1;
        while (kept > 0 && is_continuation(text[kept])) {
            --kept;
        }
        text = text.substr(0, kept);
        std::string shortened = std::string(text) + std::string(ellipsis);
        if (measure(shortened, style) <= room) {
            return shortened;
        }
    }
    return {};
}

std::string elided_in_middle(std::string_view text, double room, TextStyle style, const MeasureText& measure) {
    if (measure(text, style) <= room) {
        return std::string(text);
    }
    const auto shortened = [&](std::size_t kept) {
        std::size_t front = least_harmful_cut(text, kept);
        std::size_t back = text.size() - (kept - front);
        while (front > 0 && is_continuation(text[front])) {
            --front;
        }
        while (back < text.size() && is_continuation(text[back])) {
            ++back;
        }
        return std::string(text.substr(0, front)) + std::string(ellipsis) + std::string(text.substr(back));
    };
    // Binary search for the most bytes that fit. What was not measured to fit is never returned.
    std::size_t fits = 0;
    std::size_t too_wide = text.size();
    while (fits + 1 < too_wide) {
        const std::size_t kept = (fits + too_wide) / 2;
        (measure(shortened(kept), style) <= room ? fits : too_wide) = kept;
    }
    std::string result = fits > 0 ? shortened(fits) : std::string();
    return result == ellipsis ? std::string() : result;
}

std::string shortened_name(std::string_view name, double room, TextStyle style, const MeasureText& measure,
                           const NameParts* parts) {
    if (parts == nullptr || measure(name, style) <= room) {
        return elided_in_middle(name, room, style, measure);
    }
    // What tells the name apart is sought once, because that takes longer than to measure.
    std::string text = parts->shortened(name, [&](const std::string& part) { return measure(part, style) <= room; });
    return text.empty() && !parts->knows(name) ? elided_in_middle(name, room, style, measure) : text;
}

std::vector<std::string> wrapped(std::string_view text, double room, std::size_t most_lines, TextStyle style,
                                 const MeasureText& measure) {
    std::vector<std::string> lines;
    while (!text.empty() && lines.size() + 1 < most_lines && measure(text, style) > room) {
        std::size_t end = 0;
        for (std::size_t space = text.find(' '); space != std::string_view::npos; space = text.find(' ', space + 1)) {
            if (measure(text.substr(0, space), style) > room) {
                break;
            }
            end = space;
        }
        if (end == 0) {
            break;  // a single word is too long; the last line shortens it
        }
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    if (!text.empty()) {
        lines.push_back(elided(text, room, style, measure));
    }
    return lines;
}

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
