#include "core/picture/plan/label.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace arenascope {
namespace {

constexpr double edge_gap = 3;  ///< space above or below a label, because a selected edge is thick
/// Opaque enough to read the text; the background remains visible.
constexpr double plate_opacity = 0.85;

constexpr std::string_view ellipsis = "…";
/// Fewer characters of a shortened name, with the ellipsis, tell nothing.
constexpr std::ptrdiff_t least_shortened = 7;

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

}  // namespace

std::optional<Label> label_in(const Box& box, std::string_view name, std::string_view size, TextStyle style,
                              const MeasureText& measure, std::span<const Box> keep_clear) {
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
        text = elided_in_middle(text, std::max(room, room_upwards - 2 * edge_gap), style, measure);
        if (character_count(text) < least_shortened) {
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
    drawing.primitives.push_back(FilledBox{ground, plate, {}, 1, Pattern::plain, {}, plate_opacity});
    drawing.primitives.push_back(DrawnText{
        {ground.left + label_margin, middle(ground).y}, std::string(text), style, ink, DrawnText::Align::left, false});
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

}  // namespace arenascope
