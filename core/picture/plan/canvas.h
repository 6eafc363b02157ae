#pragma once

#include <cstdint>

#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/pixel_grid.h"
#include "core/picture/plan/raster.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The least width and height of overlaps and outlines, in pixels, so that they remain visible.
inline constexpr double least_outline_pixels = 4;
/// In pixels; smaller rectangles disappear below an outline of their own size.
inline constexpr double least_size_to_outline = 6;

/// Converts positions of a viewport to boxes of the drawing, and to cells of the grid in which pixels are decided.
class Canvas {
public:
    /// `scale`: cells for each pixel of the drawing, at least 1.
    Canvas(const Viewport& viewport, std::int32_t scale);

    [[nodiscard]] std::int32_t scale() const { return scale_; }
    [[nodiscard]] std::int32_t columns() const { return columns_; }
    [[nodiscard]] std::int32_t rows() const { return rows_; }
    [[nodiscard]] const Box& box() const { return viewport_.box; }
    [[nodiscard]] const View& view() const { return viewport_.view; }

    /// The cells that a rectangle touches; empty if it is out of view.
    [[nodiscard]] CellRange cells_of(const MemoryRectangle& rectangle) const { return mapper_(rectangle); }
    [[nodiscard]] const CellMapper& mapper() const { return mapper_; }
    /// The same, but at least `least_outline_pixels` wide and high.
    [[nodiscard]] CellRange widened_cells_of(const MemoryRectangle& rectangle) const;

    [[nodiscard]] Box exact_box(const MemoryRectangle& rectangle) const;
    /// The box of a rectangle, at least `least` wide and high. It is cut a little beyond the view, so that edges
    /// outside remain outside.
    [[nodiscard]] Box near_box(const MemoryRectangle& rectangle, double least) const;
    [[nodiscard]] Box box_of(const CellRun& run) const;

private:
    Viewport viewport_;
    std::int32_t scale_;
    std::int32_t columns_;
    std::int32_t rows_;
    CellMapper mapper_;
    PixelScale across_;
    PixelScale up_;
};

}  // namespace arenascope
