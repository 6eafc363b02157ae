#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/picture/memory_rectangle.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// Whole pixels: half-open, row 0 at the top.
struct CellRange {
    std::int32_t left = 0;
    std::int32_t top = 0;
    std::int32_t right = 0;
    std::int32_t bottom = 0;
    friend constexpr bool operator==(const CellRange&, const CellRange&) = default;
};

[[nodiscard]] constexpr bool is_empty(const CellRange& cells) {
    return cells.left >= cells.right || cells.top >= cells.bottom;
}

/// The pixels that a rectangle touches on a grid of columns × rows that shows a view; at least one wherever the
/// rectangle is in view, however small it is. Empty where it is not. Built once per frame.
class CellMapper {
public:
    CellMapper(const View& view, std::int32_t columns, std::int32_t rows);
    [[nodiscard]] CellRange operator()(const MemoryRectangle& rectangle) const;

private:
    PixelScale across_;
    PixelScale up_;
    std::int32_t columns_;
    std::int32_t rows_;
};

/// Says which is the highest layer at each pixel, of rectangles in layers. A rectangle costs a few writes, however
/// large it is. Where it has many pixels, it is counted at its corners, and the pixels are summed up once:
///
///   difference   +1 . . −1 .      summed   1 1 1 0 .
///                 . . .  . .      up       1 1 1 0 .
///                −1 . . +1 .               . . . . .
///
/// A smaller one, as nearly all of a million are, writes its pixels themselves: a byte each, in memory that stays in
/// the processor's cache.
///
/// O(rectangles + layers in use × pixels). Memory: a byte a pixel, and 4 for each layer in use by larger rectangles.
class Raster {
public:
    static constexpr std::size_t most_layers = 64;

    Raster(std::int32_t columns, std::int32_t rows);

    /// Adds pixels (within the grid) to a layer below `most_layers`.
    void add(const CellRange& cells, std::size_t layer);
    /// Row by row, for each pixel: 1 + the highest layer that touches it, or 0 where none does.
    [[nodiscard]] std::vector<std::uint8_t> codes() const;

    [[nodiscard]] std::int32_t columns() const { return columns_; }
    [[nodiscard]] std::int32_t rows() const { return rows_; }

private:
    std::int32_t columns_;
    std::int32_t rows_;
    std::vector<std::uint8_t> smallest_;  ///< codes of the rectangles that wrote their pixels themselves
    /// One column and one row more than the grid, so that a rectangle at its end needs no special case.
    std::array<std::vector<std::int32_t>, most_layers> differences_;
};

/// The outline of `cells`, `thickness` pixels wide inwards, as up to four ranges added to a layer.
void add_outline(Raster& raster, const CellRange& cells, std::int32_t thickness, std::size_t layer);

}  // namespace arenascope
