#include "core/picture/report/theme_colors.h"

#include <algorithm>
#include <array>
#include <string_view>

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

std::vector<Theme> ThemeColors::themes() const {
    return fixed_ ? std::vector<Theme>{*fixed_} : std::vector<Theme>{Theme::light, Theme::dark};
}

std::string ThemeColors::variables(Theme theme) const {
    std::string text;
    for (const auto& [name, meaning] : page_colors) {
        text += "--" + std::string(name) + ":" + hexadecimal(palette(theme).*meaning) + ";";
    }
    for (std::size_t i = 0; i < colors_.size(); ++i) {
        text += "--c" + std::to_string(i) + ":" +
                hexadecimal(theme == Theme::light ? colors_[i].light : colors_[i].dark) + ";";
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

}  // namespace arenascope
