#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/picture/plan/palette.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {

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
