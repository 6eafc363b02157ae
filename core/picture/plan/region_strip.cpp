#include "core/picture/plan/region_strip.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/picture/plan/label.h"
#include "core/picture/plan/live_curve.h"

namespace arenascope {
namespace {

/// The length of the prefix that all names have in common; a number is not split.
std::size_t common_beginning(const std::vector<Container>& stack) {
    const std::string& first = stack.front().name;
    std::size_t common = first.size();
    for (const Container& container : stack) {
        const auto differs = std::mismatch(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(common),
                                           container.name.begin(), container.name.end());
        common = static_cast<std::size_t>(differs.first - first.begin());
    }
    while (common > 0 && first[common - 1] >= '0' && first[common - 1] <= '9') {
        --common;
    }
    return common;
}

/// The whole name if there is space, otherwise the part after the `common` letters.
std::string name_within(const std::string& name, std::size_t common, double room, TextStyle style,
                        const MeasureText& measure) {
    const std::string own = name.substr(common);
    const bool is_short = measure(name, style) <= room || own.empty() || measure(own, style) > room;
    return is_short ? elided(name, room, style, measure) : own;
}

/// In pixels; wider names would take too much of the picture's width.
constexpr double most_across = 96;

/// Names of bands are always across: a band with room for one line has its name.
bool is_across(const Container& container, double name_width) {
    return name_width <= most_across || container.is_band;
}

std::string shown_name(const Container& container) {
    if (container.is_band) {
        return std::string(address_name(container.name));
    }
    return container.is_fast ? container.name + " · fast" : container.name;
}

/// The width that the names of open containers take: of those across the widest, of those upwards one line.
double widest_name(const std::vector<Container>& stack, TextStyle style, const MeasureText& measure) {
    double widest = line_height(style);
    for (const Container& container : stack) {
        const double name = container.is_folded ? 0 : measure(shown_name(container), style);
        widest = std::max(widest, is_across(container, name) ? name : 0);
    }
    return widest;
}

/// Of a background; the grid lines of the offset axis remain visible.
constexpr double ground_opacity = 0.6;

/// The visible part of a container, in pixels.
Box band_of(const Container& container, const Viewport& viewport) {
    const PixelScale up = byte_scale(viewport);
    const double floor = up(container.shift);
    const double pixels = -up.pixels_per_unit();
    const Box& box = viewport.box;
    return {box.left, std::max(floor - static_cast<double>(container.highest) * pixels, box.top), box.right,
            std::min(floor - static_cast<double>(container.lowest) * pixels, box.bottom)};
}

/// Whether the stack has names. Bands have some only if the highest one may have a line of text in a usual window.
bool has_names(const std::vector<Container>& stack) {
    constexpr std::int64_t lines_of_text = 30;
    if (stack.size() < 2) {
        return false;
    }
    std::int64_t highest = 0;
    for (const Container& container : stack) {
        highest = container.is_folded ? highest : std::max(highest, container.highest - container.lowest);
    }
    const std::int64_t whole = stack.back().shift + stack.back().highest - stack.front().shift;
    return !shows_bands(stack) || highest >= whole / lines_of_text;
}

/// The visible part of a piece of memory. Heights of a stack were checked when it was built.
Box pixels_of(const MappedMemory& piece, const Container& band, const Viewport& viewport) {
    const PixelScale across = step_scale(viewport);
    const PixelScale up = byte_scale(viewport);
    const Box& box = viewport.box;
    return {std::max(across(piece.steps.begin.value()), box.left),
            std::max(up(band.shift + piece.range.to.value()), box.top),
            std::min(across(piece.steps.end.value()), box.right),
            std::min(up(band.shift + piece.range.from.value()), box.bottom)};
}

/// Joins boxes that touch: thousands of bands thinner than a pixel would otherwise blend with what is below them.
class JoinedBoxes {
public:
    JoinedBoxes(Drawing& drawing, Color fill) : drawing_(drawing), fill_(fill) {}

    /// Boxes of one column come from the bottom up.
    void add(const Box& box) {
        constexpr double touching = 1e-3;
        if (last_ && last_->left == box.left && last_->right == box.right &&
            std::abs(last_->top - box.bottom) < touching) {
            last_->top = box.top;
            return;
        }
        finish();
        last_ = box;
    }
    void finish() {
        if (last_) {
            drawing_.add(filled(*last_, fill_));
        }
        last_.reset();
    }

private:
    Drawing& drawing_;
    Color fill_;
    std::optional<Box> last_;
};

void draw_separators(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Color color) {
    const PixelScale up = byte_scale(viewport);
    const Box& box = viewport.box;
    StackLines lines(-up.pixels_per_unit());
    for (const Container& band : stack) {
        const double floor = up(band.shift + band.lowest);
        if (lines.is_below(band) && floor > box.top && floor < box.bottom) {
            drawing.add(level_line(box, floor, color));
        }
    }
}

void draw_text(Drawing& drawing, const Container& container, const Box& strip, Unit unit, const Palette& tokens,
               TextStyle style, const MeasureText& measure) {
    const double line = line_height(style);
    if (height(strip) < line) {
        return;
    }
    const bool is_exceeded = container.capacity && container.peak - Offset(0) > *container.capacity;
    const std::string whole =
        container.is_band ? container.name + " ▸" : container.name + " · peak " + amount_text(container.peak, unit);
    const std::string text = elided(whole, width(strip) - 4 * label_margin, style, measure);
    if (text.empty()) {
        return;
    }
    const double y = middle(strip).y;
    const double left = strip.left + label_margin;
    draw_plate(drawing, {left, y - line / 2, left + measure(text, style) + 2 * label_margin, y + line / 2}, text, style,
               is_exceeded ? tokens.risk_text : tokens.ink, tokens.ground);
}

}  // namespace

double region_strip_width(const std::vector<Container>& stack, TextStyle style, const MeasureText& measure) {
    if (!has_names(stack)) {
        return 0;
    }
    return label_margin + widest_name(stack, style, measure);
}

bool shades_fast_parts(const std::vector<Container>& stack) {
    return stack.size() > 1 &&
           std::any_of(stack.begin(), stack.end(), [](const Container& each) { return each.is_fast; });
}

void draw_region_grounds(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme) {
    if (!shades_fast_parts(stack)) {
        return;
    }
    for (const Container& container : stack) {
        const Box band = band_of(container, viewport);
        if (container.is_fast && band.bottom > band.top) {
            drawing.add(filled(band, palette(theme).fast, ground_opacity));
        }
    }
}

void draw_region_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme,
                        TextStyle style, const MeasureText& measure) {
    if (stack.size() < 2) {
        return;
    }
    const Palette& tokens = palette(theme);
    const PixelScale up = byte_scale(viewport);
    const Box& box = viewport.box;
    const std::size_t common = common_beginning(stack);
    const bool is_named = has_names(stack);
    StackLines lines(-up.pixels_per_unit());
    for (const Container& container : stack) {
        const bool is_separated = lines.is_below(container);
        if (container.is_band && container.is_folded) {
            continue;
        }
        const double floor = up(container.shift);
        // Many strong lines close together would hide everything else.
        const bool is_low =
            container.is_band || -up.pixels_per_unit() * static_cast<double>(container.highest) < line_height(style);
        if (is_separated && floor >= box.top && floor <= box.bottom) {
            drawing.add(level_line(box, floor, is_low ? tokens.line : tokens.ink));
        }
        if (container.is_folded) {
            continue;  // its name is inside
        }
        const auto [left, top, right, bottom] = band_of(container, viewport);
        const double room = bottom - top;
        const std::string whole = shown_name(container);
        const bool goes_across = is_across(container, measure(whole, style));
        const std::string name = !is_named      ? std::string()
                                 : !goes_across ? name_within(whole, common, room - 2 * label_margin, style, measure)
                                 : room >= style.size ? whole
                                                      : std::string();
        if (!name.empty()) {
            const double left = box.right + label_margin;
            drawing.add(DrawnText{{goes_across ? left : left + line_height(style) / 2, (top + bottom) / 2},
                                  name,
                                  style,
                                  tokens.ink,
                                  goes_across ? DrawnText::Align::left : DrawnText::Align::center,
                                  !goes_across});
        }
    }
}

void draw_band_grounds(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme) {
    if (!shows_bands(stack)) {
        return;
    }
    const Palette& tokens = palette(theme);
    const PixelScale up = byte_scale(viewport);
    const Box& box = viewport.box;
    drawing.add(filled(box, tokens.absent));
    const auto is_in_view = [&](const Container& band) {
        return up(band.shift + band.highest) < box.bottom && up(band.shift + band.lowest) > box.top;
    };
    JoinedBoxes existing(drawing, tokens.plot);
    for (const Container& band : stack) {
        if (!is_in_view(band)) {
            continue;
        }
        for (const MappedMemory& piece : band.mapped) {
            const Box pixels = pixels_of(piece, band, viewport);
            if (pixels.left < pixels.right && pixels.top < pixels.bottom) {
                existing.add(pixels);
            }
        }
    }
    existing.finish();
    draw_separators(drawing, stack, viewport, tokens.line);
}

void draw_folded_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Unit unit,
                        Theme theme, TextStyle style, const MeasureText& measure) {
    const Palette& tokens = palette(theme);
    const PixelScale up = byte_scale(viewport);
    const Box& view = viewport.box;
    for (const Container& container : stack) {
        const double bottom = up(container.shift);
        const Box strip{view.left, bottom + up.pixels_per_unit() * static_cast<double>(container.highest), view.right,
                        bottom};
        if (!container.is_folded || strip.top >= view.bottom || strip.bottom <= view.top) {
            continue;
        }
        drawing.add(ClipBegin{view});
        drawing.add(filled(strip, tokens.ground));
        const auto most = static_cast<long double>(std::max<std::int64_t>(container.threshold.value(), 1));
        const Viewport inside{{viewport.view.steps, {0, most}}, strip};
        for (const Box& box : boxes_under(live_curve(*container.profile, inside, container.levels.get()), inside)) {
            drawing.add(filled(box, tokens.live_fill));
        }
        drawing.add(level_line(strip, strip.top, tokens.line));
        draw_text(drawing, container, strip, unit, tokens, style, measure);
        drawing.add(ClipEnd{});
    }
}

}  // namespace arenascope
