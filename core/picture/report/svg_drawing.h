#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {

/// A drawing as SVG.
struct SvgDrawing {
    std::string shapes;
    std::string texts;
};

/// Converts a drawing to SVG that follows the theme of its reader. `draw` adds the same primitives for each theme, in
/// the colours of that theme. The box below a text becomes a halo around it, so that it moves with the text; heads of
/// arrows are among the texts, too. Shapes keep the width of their lines when they are scaled. Clips are left out: the
/// caller clips. No pixel grids. Linear.
[[nodiscard]] SvgDrawing svg_drawing(const std::function<void(Drawing& drawing, Theme theme)>& draw,
                                     ThemeColors& colors, HatchTable& hatches);

/// Appends a text. `halo`: the colour behind it; empty: none. `classes`: further classes.
void append_svg_text(std::string& out, const DrawnText& text, const ThemedColor& color,
                     const std::optional<ThemedColor>& halo, ThemeColors& colors, const std::string& classes = {});

}  // namespace arenascope
