#pragma once

#include <cstdint>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The part of a rectangle that a pixel shows, by ascending precedence within a class.
enum class CellPart : std::uint8_t {
    inside,
    small,  ///< without space for an edge: a colour between fill and edge, so that thin pale rectangles are visible
    edge,
};

/// Codes of a grid. 0 is empty; others are 1 + layer (see raster.h). Each class has a layer for each part, and its
/// style is `styles[class]`. The two high bits mark overlaps, drawn over everything else.
inline constexpr std::uint8_t conflict_inside = 0x40;
inline constexpr std::uint8_t conflict_edge = 0x80;
inline constexpr std::uint8_t layer_bits = 0x3F;
inline constexpr std::size_t parts_of_class = 3;
inline constexpr std::size_t most_classes = layer_bits / parts_of_class;

[[nodiscard]] constexpr std::size_t layer_of(std::size_t style, CellPart part) {
    return parts_of_class * style + static_cast<std::size_t>(part);
}
/// The class of a pixel that is not empty.
[[nodiscard]] constexpr std::size_t class_of_code(std::uint8_t code) {
    return (static_cast<std::size_t>(code & layer_bits) - 1) / parts_of_class;
}

/// The fill colour of a part.
[[nodiscard]] Color color_of(const RiskStyle& style, CellPart part);

/// The horizontal distance of hatch lines, in pixels of the picture. Patterns of neighbours continue into each other.
inline constexpr std::int32_t hatch_distance = 7;
inline constexpr std::int32_t falling_distance = 5;  ///< smaller, because scratch buffers are narrow
inline constexpr std::int32_t dot_distance = 6;

/// Whether a pattern marks a pixel. `scale`: grid pixels for each pixel of the picture.
[[nodiscard]] bool is_marked(Pattern pattern, std::int32_t column, std::int32_t row, std::int32_t scale);

/// The grid as colours 0xAARRGGBB, row by row; empty pixels are 0.
[[nodiscard]] std::vector<std::uint32_t> colors_of(const PixelGrid& grid);

/// The grid with fewer pixels. Each of them keeps the highest code of the pixels that it replaces, so that thin or
/// urgent rectangles are not lost. `columns` and `rows` are at least 1 and at most those of the grid. Linear in the
/// pixels.
[[nodiscard]] PixelGrid reduced(const PixelGrid& grid, std::int32_t columns, std::int32_t rows);

/// A rectangle of equal pixels.
struct CellRun {
    std::int32_t left = 0;
    std::int32_t top = 0;
    std::int32_t right = 0;
    std::int32_t bottom = 0;
    std::uint8_t code = 0;
};

/// The pixels that are not empty, merged into few rectangles, for media without pixels.
[[nodiscard]] std::vector<CellRun> runs_of(const PixelGrid& grid);

/// Shows the pixels of one view in another view, until the pixels of that view are computed. Overwrites those pixels of
/// `grid` that lie within the view of `source`. Both grids must have the same styles.
///
/// If both views have the same scale, pixels are moved by whole pixels. Otherwise each pixel gets the highest code of
/// the pixels that it touches, so that it is never below the tier of what it shows: thin or urgent rectangles are not
/// lost. O(pixels of both).
void stretch(PixelGrid& grid, const View& view, const PixelGrid& source, const View& source_view);

}  // namespace arenascope
