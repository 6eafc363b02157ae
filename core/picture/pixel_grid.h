#pragma once

#include <cstdint>
#include <vector>

#include "core/picture/drawing.h"

namespace arenascope {

/// What part of a rectangle a pixel shows, in rising precedence within a class.
enum class CellPart : std::uint8_t {
    inside,
    small,  ///< of a rectangle too small for an edge: between fill and edge, or thin pale ones would not be seen
    edge,
};

/// Codes of a grid: 0 is empty, others are 1 + layer (see raster.h), and each class has a layer for each part; its
/// style is `styles[class]`. The two high bits mark shared bytes, over whatever is below.
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

/// The colour that a part is filled with.
[[nodiscard]] Color color_of(const RiskStyle& style, CellPart part);

/// Distance of the lines of a hatch along x, in pixels of the picture; patterns of neighbours run on into each other.
inline constexpr std::int32_t hatch_distance = 7;
inline constexpr std::int32_t falling_distance =
    5;  ///< of the lines that fall: closer, because what they mark is narrow
inline constexpr std::int32_t dot_distance = 6;

/// Whether a pattern marks a pixel; `scale` grid pixels are one of the picture.
[[nodiscard]] bool is_marked(Pattern pattern, std::int32_t column, std::int32_t row, std::int32_t scale);

/// The grid as colours, 0xAARRGGBB, row by row; empty pixels are 0.
[[nodiscard]] std::vector<std::uint32_t> colors_of(const PixelGrid& grid);

/// The grid with fewer pixels, for a medium that has no room for all of them: each keeps the highest code among those
/// that it stands for, so that what is thin or urgent is not lost. `columns` and `rows` are at least 1 and at most the
/// grid's own. Linear in the pixels.
[[nodiscard]] PixelGrid reduced(const PixelGrid& grid, std::int32_t columns, std::int32_t rows);

/// A run of equal pixels, as many rows high as it stays the same.
struct CellRun {
    std::int32_t left = 0;
    std::int32_t top = 0;
    std::int32_t right = 0;
    std::int32_t bottom = 0;
    std::uint8_t code = 0;
};

/// The pixels that are not empty, as few areas: for media without pixels.
[[nodiscard]] std::vector<CellRun> runs_of(const PixelGrid& grid);

}  // namespace arenascope
