#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/picture/plan/palette.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Height in pixels and weight of a text. All texts use the same sans-serif family.
struct TextStyle {
    double size = 12;
    bool bold = false;
    friend constexpr bool operator==(const TextStyle&, const TextStyle&) = default;
};

/// The distance between two lines of text.
[[nodiscard]] constexpr double line_height(TextStyle style) {
    return style.size * 1.3;
}

/// Measures the width of a text in pixels. The caller provides it, because core has no fonts.
using MeasureText = std::function<double(std::string_view text, TextStyle style)>;

enum class Dash : std::uint8_t { solid, dashed, dotted };

/// An area with an optional fill, edge and pattern. The edge lies inside the box.
struct FilledBox {
    Box box;
    std::optional<Color> fill;
    std::optional<Color> edge;
    double edge_width = 1;
    Pattern pattern = Pattern::plain;
    Color mark;          ///< of the pattern
    double opacity = 1;  ///< of the fill; below 1, content below the box remains visible
};

/// A box with a fill alone.
[[nodiscard]] inline FilledBox filled(const Box& box, Color color, double opacity = 1) {
    return {.box = box, .fill = color, .edge = {}, .mark = {}, .opacity = opacity};
}

/// A box with an edge alone.
[[nodiscard]] inline FilledBox outlined(const Box& box, Color color, double width = 1) {
    return {.box = box, .fill = {}, .edge = color, .edge_width = width, .mark = {}};
}

struct StraightLine {
    Point from;
    Point to;
    Color color;
    double width = 1;
    Dash dash = Dash::solid;
};

/// A line through a box from its left to its right.
[[nodiscard]] inline StraightLine level_line(const Box& box, double y, Color color, double width = 1,
                                             Dash dash = Dash::solid) {
    return {{box.left, y}, {box.right, y}, color, width, dash};
}

/// A line through a box from its top to its bottom.
[[nodiscard]] inline StraightLine upright_line(const Box& box, double x, Color color, double width = 1,
                                               Dash dash = Dash::solid) {
    return {{x, box.top}, {x, box.bottom}, color, width, dash};
}

/// Points joined by straight lines. The enclosed area can be filled.
struct Path {
    std::vector<Point> points;
    std::optional<Color> fill;
    std::optional<Color> color;
    double width = 1;
};

struct DrawnText {
    enum class Align : std::uint8_t { left, center, right };
    Point at;  ///< horizontally the anchor, vertically the middle of the line
    std::string text;
    TextStyle style;
    Color color;
    Align align = Align::left;
    bool upwards = false;  ///< rotated by 90°, to be read from bottom to top
};

/// A grid of pixel codes (see raster.h). Code 0 is transparent.
struct PixelGrid {
    Box box;
    std::int32_t columns = 0;
    std::int32_t rows = 0;
    std::vector<std::uint8_t> codes;
    std::vector<RiskStyle> styles;  ///< indexed by codes, see pixel_grid.h
    Color conflict;
    std::int32_t scale = 1;  ///< grid pixels for each pixel of the picture; widens the patterns
};

/// Clips all following primitives to the box, until the matching ClipEnd.
struct ClipBegin {
    Box box;
};
struct ClipEnd {};

using Primitive =
    std::variant<FilledBox, StraightLine, Path, DrawnText, std::shared_ptr<const PixelGrid>, ClipBegin, ClipEnd>;

/// A picture as a list of primitives in drawing order. It is the same for the screen, PNG, SVG and PDF.
struct Drawing {
    double width = 0;
    double height = 0;
    std::vector<Primitive> primitives;

    template <class Each>
    void add(Each&& primitive) {
        primitives.emplace_back(std::forward<Each>(primitive));
    }
};

}  // namespace arenascope
