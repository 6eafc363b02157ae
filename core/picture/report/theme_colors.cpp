#include "core/picture/report/theme_colors.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/picture/plan/pixel_grid.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

/// The colours that the page itself uses, with the names of their variables.
constexpr auto page_colors = std::to_array<std::pair<std::string_view, Color Palette::*>>({
    {"ink", &Palette::ink},
    {"dim", &Palette::dim},
    {"line", &Palette::line},
    {"ground", &Palette::ground},
    {"panel", &Palette::panel},
    {"stripe", &Palette::stripe},
    {"plot", &Palette::plot},
    {"accent", &Palette::accent},
    {"accent-ink", &Palette::accent_ink},
    {"risk", &Palette::risk_text},
    {"good", &Palette::good},
    {"warning", &Palette::warning},
    {"bad", &Palette::bad},
    {"conflict", &Palette::conflict},
});

std::string hexadecimal(Color color) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "#";
    for (const std::uint8_t part : {color.red, color.green, color.blue}) {
        text += digits[part >> 4U];
        text += digits[part & 0xFU];
    }
    return text;
}

/// The lines or dots of one tile with the side `side`. A line that ends at a corner goes on in the next tile.
std::string marks_of(Pattern pattern, std::int32_t side) {
    const std::string one = std::to_string(side);
    const std::string before = std::to_string(side - 1);
    const std::string beyond = std::to_string(side + 1);
    const std::string rising =
        "M-1 1L1 -1M0 " + one + "L" + one + " 0M" + before + " " + beyond + "L" + beyond + " " + before;
    const std::string falling =
        "M" + before + " -1L" + beyond + " 1M0 0L" + one + " " + one + "M-1 " + before + "L1 " + beyond;
    switch (pattern) {
        case Pattern::hatch:
            return rising;
        case Pattern::falling_hatch:
            return falling;
        case Pattern::cross_hatch:
            return rising + falling;
        case Pattern::dots:
        case Pattern::plain:
            break;
    }
    const std::string half = std::to_string(side / 2);
    return "M" + half + " " + half + "h0";
}

std::int32_t side_of(Pattern pattern) {
    return pattern == Pattern::dots            ? dot_distance
           : pattern == Pattern::falling_hatch ? falling_distance
                                               : hatch_distance;
}

}  // namespace

ThemeColors::ThemeColors(std::optional<Theme> fixed) : fixed_(fixed) {}

std::size_t ThemeColors::number_of(const ThemedColor& color) {
    const auto found = std::ranges::find(colors_, color);
    if (found == colors_.end()) {
        colors_.push_back(color);
        return colors_.size() - 1;
    }
    return static_cast<std::size_t>(found - colors_.begin());
}

std::size_t ThemeColors::number_of(Color Palette::*meaning) {
    return number_of({palette(Theme::light).*meaning, palette(Theme::dark).*meaning});
}

std::string ThemeColors::value(std::size_t number, Theme theme) const {
    return hexadecimal(theme == Theme::light ? colors_[number].light : colors_[number].dark);
}

std::vector<Theme> ThemeColors::themes() const {
    return fixed_ ? std::vector<Theme>{*fixed_} : std::vector<Theme>{Theme::light, Theme::dark};
}

std::string ThemeColors::variables(Theme theme) const {
    std::string text;
    for (const auto& [name, meaning] : page_colors) {
        text += "--" + std::string(name) + ":" + hexadecimal(palette(theme).*meaning) + ";";
    }
    for (std::size_t i = 0; i < colors_.size(); ++i) {
        text += "--c" + std::to_string(i) + ":" + value(i, theme) + ";";
    }
    return text;
}

std::string ThemeColors::css() const {
    const Theme first = fixed_.value_or(Theme::light);
    std::string text = ":root{color-scheme:" +
                       std::string(!fixed_                  ? "light dark"
                                   : *fixed_ == Theme::dark ? "dark"
                                                            : "light") +
                       ";" + variables(first) + "}\n";
    if (!fixed_) {
        text += "@media screen and (prefers-color-scheme:dark){:root{" + variables(Theme::dark) + "}}\n";
    }
    for (std::size_t i = 0; i < colors_.size(); ++i) {
        const std::string number = std::to_string(i);
        text += ".f" + number + "{fill:var(--c" + number + ")}.s" + number + "{stroke:var(--c" + number + ")}\n";
    }
    return text;
}

std::string HatchTable::fill(Pattern pattern, std::optional<ThemedColor> ground, const ThemedColor& mark, In in) {
    const Hatch hatch{pattern, ground, mark, in};
    auto found = std::ranges::find(hatches_, hatch);
    if (found == hatches_.end()) {
        found = hatches_.insert(hatches_.end(), hatch);
    }
    return "url(#h" + std::to_string(found - hatches_.begin()) + ")";
}

std::string HatchTable::definitions(ThemeColors& colors, double across, double up) const {
    std::string text = "<defs>\n";
    for (std::size_t i = 0; i < hatches_.size(); ++i) {
        const Hatch& hatch = hatches_[i];
        const std::int32_t side = side_of(hatch.pattern);
        const std::string length = std::to_string(side);
        const double width = hatch.pattern == Pattern::dots ? 2 : 1.25;
        text += "<pattern id=\"h" + std::to_string(i) + "\" width=\"" + length + "\" height=\"" + length +
                "\" patternUnits=\"userSpaceOnUse\"";
        if (hatch.in == In::plan) {
            text += " class=\"in-plan\" patternTransform=\"scale(" + precise_text(1 / across) + " " +
                    precise_text(-1 / up) + ")\"";
        }
        text += ">";
        if (hatch.ground) {
            text += "<path class=\"" + colors.fill(*hatch.ground) + "\" d=\"M0 0h" + length + "v" + length + "H0z\"/>";
        }
        text += "<path class=\"" + colors.stroke(hatch.mark) + "\" fill=\"none\" stroke-width=\"" +
                decimal_text(width, 2) + "\" stroke-linecap=\"" + (hatch.pattern == Pattern::dots ? "round" : "butt") +
                "\" d=\"" + marks_of(hatch.pattern, side) + "\"/></pattern>\n";
    }
    return text + "</defs>\n";
}

}  // namespace arenascope
