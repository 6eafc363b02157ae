#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// A half-open rectangle of pixels; row 0 is at the top.
struct CellRange {
    std::int32_t left = 0;
    std::int32_t top = 0;
    std::int32_t right = 0;
    std::int32_t bottom = 0;
    friend constexpr bool operator==(const CellRange&, const CellRange&) = default;
};

[[nodiscard]] constexpr bool is_empty(CellRange cells) {
    return cells.left >= cells.right || cells.top >= cells.bottom;
}

/// A half-open part of a row or a column of pixels.
struct CellSpan {
    std::int32_t from = 0;
    std::int32_t to = 0;
};

[[nodiscard]] constexpr bool is_empty(CellSpan cells) {
    return cells.from >= cells.to;
}

/// Finds the pixels that a rectangle touches on a grid of columns × rows that shows a view. A rectangle in view has at
/// least one pixel, however small it is; others have none. Build it once per frame. It is called for millions of
/// rectangles, so it is inline.
class CellMapper {
public:
    CellMapper(const View& view, std::int32_t columns, std::int32_t rows);
    [[nodiscard]] CellRange operator()(const MemoryRectangle& rectangle) const {
        const CellSpan steps = columns(rectangle.begin, rectangle.end);
        const CellSpan bytes = rows(rectangle.from, rectangle.to);
        return {steps.from, bytes.from, steps.to, bytes.to};
    }
    /// The columns of a stretch of steps; empty if it is out of view.
    [[nodiscard]] CellSpan columns(std::int64_t begin, std::int64_t end) const {
        return touched(across_(begin), across_(end), columns_);
    }
    /// The rows of a stretch of bytes; empty if it is out of view.
    [[nodiscard]] CellSpan rows(std::int64_t from, std::int64_t to) const { return touched(up_(to), up_(from), rows_); }

private:
    /// In pixels; a position this close to the border of a pixel counts as on it, so that rounding does not paint a
    /// neighbour.
    static constexpr double tolerance = 1e-6;

    /// Empty if the stretch is out of view.
    [[nodiscard]] static CellSpan touched(double from, double to, std::int32_t cells) {
        const auto count = static_cast<double>(cells);
        if (to <= 0 || from >= count) {
            return {0, 0};
        }
        // The numbers are not negative, so that a conversion rounds them down. This is faster than a call of floor.
        const auto first = static_cast<std::int32_t>(std::clamp(from + tolerance, 0.0, count - 1));
        const double end = std::clamp(to - tolerance, 1.0, count);
        const auto whole = static_cast<std::int32_t>(end);
        const std::int32_t last = static_cast<double>(whole) < end ? whole + 1 : whole;
        return {first, std::max(last, first + 1)};
    }

    PixelScale across_;
    PixelScale up_;
    std::int32_t columns_;
    std::int32_t rows_;
};

/// Finds the highest layer at each pixel from rectangles in layers.
///
/// A rectangle writes its pixels directly, one byte each and 16 at a time. High ones write into a copy that is kept
/// column by column, so that theirs are next to each other. In a plan without overlaps, this writes each pixel a few
/// times in all. Many large rectangles on top of each other would write the same pixels again and again. So once large
/// ones have written some multiple of all pixels, each is counted at its four corners instead, and the counts are
/// summed once at the end:
///
///   difference   +1 . . −1 .      summed   1 1 1 0 .
///                 . . .  . .      up       1 1 1 0 .
///                −1 . . +1 .               . . . . .
///
/// O(rectangles + pixels), and for a layer with counted rectangles once more O(pixels). Memory: two bytes for each
/// pixel, and four for each layer with counted rectangles.
class Raster {
public:
    static constexpr std::size_t most_layers = 64;

    Raster(std::int32_t columns, std::int32_t rows);

    /// Adds pixels within the grid to a layer below `most_layers`. By value, because a reference makes the caller
    /// assemble the range in memory, which stalls it for each of a million rectangles.
    void add(CellRange cells, std::size_t layer);
    /// Adds all rectangles of another raster of the same size. O(pixels).
    void add(const Raster& other);
    /// For each pixel, row by row: 1 + the highest layer that touches it, or 0 if none does. Takes them out.
    [[nodiscard]] std::vector<std::uint8_t> codes() &&;

    [[nodiscard]] std::int32_t columns() const { return columns_; }
    [[nodiscard]] std::int32_t rows() const { return rows_; }

private:
    std::int32_t columns_;
    std::int32_t rows_;
    std::vector<std::uint8_t> by_row_;     ///< codes of the rectangles that are written by row
    std::vector<std::uint8_t> by_column_;  ///< and of those that are written by column
    std::int64_t writing_left_;            ///< until large rectangles are counted, see writing_cost()
    /// One column and one row more than the grid, so that a rectangle at the border needs no special case.
    std::array<std::vector<std::int32_t>, most_layers> differences_;
};

/// Adds the outline of `cells` to a layer, as up to four ranges. It lies inside and is `thickness` pixels wide.
void add_outline(Raster& raster, const CellRange& cells, std::int32_t thickness, std::size_t layer);

}  // namespace arenascope
