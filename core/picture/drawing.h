#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/picture/palette.h"
#include "core/picture/plane.h"

namespace arenascope {

/// How a text is set: its height in pixels and weight, in the one sans-serif family of the product.
struct TextStyle {
    double size = 12;
    bool bold = false;
    friend constexpr bool operator==(const TextStyle&, const TextStyle&) = default;
};

/// The distance of two lines of text.
[[nodiscard]] constexpr double line_height(TextStyle style) {
    return style.size * 1.3;
}

/// Width of a text in pixels: given by whoever has fonts.
using MeasureText = std::function<double(std::string_view text, TextStyle style)>;

enum class Dash : std::uint8_t { solid, dashed, dotted };

/// An area with an optional fill, edge (one pixel, inside) and pattern.
struct FilledBox {
    Box box;
    std::optional<Color> fill;
    std::optional<Color> edge;
    double edge_width = 1;
    Pattern pattern = Pattern::plain;
    Color mark;          ///< of the pattern
    double opacity = 1;  ///< of the fill: below 1, what lies under it shows through
};

struct StraightLine {
    Point from;
    Point to;
    Color color;
    double width = 1;
    Dash dash = Dash::solid;
};

/// Points joined by straight lines, and optionally the area that they enclose.
struct Path {
    std::vector<Point> points;
    std::optional<Color> fill;
    std::optional<Color> color;
    double width = 1;
};

struct DrawnText {
    enum class Align : std::uint8_t { left, center, right };
    Point at;  ///< the anchor across; vertically the middle of the line
    std::string text;
    TextStyle style;
    Color color;
    Align align = Align::left;
    bool upwards = false;  ///< turned by 90° to be read from below
};

/// Pixels that were decided one by one (see raster.h): code 0 leaves what is below.
struct PixelGrid {
    Box box;
    std::int32_t columns = 0;
    std::int32_t rows = 0;
    std::vector<std::uint8_t> codes;
    std::vector<RiskStyle> styles;  ///< see pixel_grid.h for how codes refer to them
    Color conflict;
    std::int32_t scale = 1;  ///< pixels of the grid for one of the picture: widens the patterns
};

/// What follows is drawn inside the box only, until the matching ClipEnd.
struct ClipBegin {
    Box box;
};
struct ClipEnd {};

using Primitive =
    std::variant<FilledBox, StraightLine, Path, DrawnText, std::shared_ptr<const PixelGrid>, ClipBegin, ClipEnd>;

/// A picture as a list of things to be drawn in order: the same for the screen, PNG, SVG and PDF.
struct Drawing {
    double width = 0;
    double height = 0;
    std::vector<Primitive> primitives;
};

}  // namespace arenascope
