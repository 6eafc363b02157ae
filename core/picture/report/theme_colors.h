#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/picture/plan/palette.h"

namespace arenascope {

/// A colour by its meaning: what it is in each theme.
struct ThemedColor {
    Color light;
    Color dark;
    friend constexpr bool operator==(const ThemedColor&, const ThemedColor&) = default;
};

/// The colours of a report as CSS. A report follows the theme of its reader, so each colour is a variable with a value
/// for each theme. Elements name it by a class: `f3` fills, `s3` strokes.
///
///   :root{--c0:#…;--c1:#…}   @media (prefers-color-scheme:dark){:root{--c0:#…;--c1:#…}}   .f0{fill:var(--c0)} …
class ThemeColors {
public:
    /// `fixed`: the only theme of the report; empty: the reader's, and light on paper.
    explicit ThemeColors(std::optional<Theme> fixed);

    /// The number of a colour, which its classes and its variable have.
    [[nodiscard]] std::size_t number_of(const ThemedColor& color);
    /// The colour that `meaning` names in each palette.
    [[nodiscard]] std::size_t number_of(Color Palette::*meaning);
    /// A class that fills with the colour, such as "f3".
    [[nodiscard]] std::string fill(const ThemedColor& color) { return "f" + std::to_string(number_of(color)); }
    /// A class that strokes with it, such as "s3".
    [[nodiscard]] std::string stroke(const ThemedColor& color) { return "s" + std::to_string(number_of(color)); }
    [[nodiscard]] std::string fill(Color Palette::*meaning) { return "f" + std::to_string(number_of(meaning)); }
    [[nodiscard]] std::string stroke(Color Palette::*meaning) { return "s" + std::to_string(number_of(meaning)); }

    /// The value of a colour in a theme, as CSS writes it: `#` and six digits.
    [[nodiscard]] std::string value(std::size_t number, Theme theme) const;
    /// The themes that the report can have.
    [[nodiscard]] std::vector<Theme> themes() const;
    /// The variables and classes of all colours that were asked for, and the named ones of the page: `--ink` and so on.
    [[nodiscard]] std::string css() const;

private:
    [[nodiscard]] std::string variables(Theme theme) const;

    std::optional<Theme> fixed_;
    std::vector<ThemedColor> colors_;
};

/// A style in each theme.
struct ThemedStyle {
    RiskStyle light;
    RiskStyle dark;
};

[[nodiscard]] constexpr ThemedColor fill_of(const ThemedStyle& style) {
    return {style.light.fill, style.dark.fill};
}
[[nodiscard]] constexpr ThemedColor edge_of(const ThemedStyle& style) {
    return {style.light.edge, style.dark.edge};
}
[[nodiscard]] constexpr ThemedColor text_of(const ThemedStyle& style) {
    return {style.light.text, style.dark.text};
}
[[nodiscard]] constexpr ThemedColor mark_of(const ThemedStyle& style) {
    return {style.light.mark, style.dark.mark};
}

/// The patterns of a report as SVG, with the distances of the window: an area with a pattern is known without colours.
/// A pattern is as large on paper as in the window, whatever the scale of what it fills.
class HatchTable {
public:
    /// What a pattern fills: shapes in pixels, or shapes in steps and bytes, which a matrix scales.
    enum class In : std::uint8_t { pixels, plan };

    /// The value of `fill` for a pattern on a ground. `ground`: empty, what lies below stays visible.
    [[nodiscard]] std::string fill(Pattern pattern, std::optional<ThemedColor> ground, const ThemedColor& mark, In in);

    /// The definitions of all patterns that were asked for. `across`, `up`: pixels of a step and of a byte; a script
    /// that zooms changes the transform of those with the class `in-plan`.
    [[nodiscard]] std::string definitions(ThemeColors& colors, double across, double up) const;

private:
    struct Hatch {
        Pattern pattern = Pattern::hatch;
        std::optional<ThemedColor> ground;
        ThemedColor mark;
        In in = In::pixels;
        friend bool operator==(const Hatch&, const Hatch&) = default;
    };
    std::vector<Hatch> hatches_;
};

}  // namespace arenascope
