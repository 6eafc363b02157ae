#pragma once

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

    /// The themes that the report can have.
    [[nodiscard]] std::vector<Theme> themes() const;
    /// The variables and classes of all colours that were asked for, and the named ones of the page: `--ink` and so on.
    [[nodiscard]] std::string css() const;

private:
    [[nodiscard]] std::string variables(Theme theme) const;

    std::optional<Theme> fixed_;
    std::vector<ThemedColor> colors_;
};

}  // namespace arenascope
