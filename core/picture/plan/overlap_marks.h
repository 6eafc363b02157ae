#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/picture/plan/canvas.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {

/// The overlaps in a picture. If they are few, each pair is outlined. Otherwise their union is outlined: the number of
/// pairs can grow with the square of the buffers, and only the union is visible.
///
///   few  ┌──────┐        many ┌──────┐
///        │╳╳┌───┼──┐          │╳╳╳╳╳╳└──┐
///        └──┼───┘╳╳│          └──┐╳╳╳╳╳╳│
///           └──────┘             └──────┘
struct OverlapMarks {
    std::span<const MemoryRectangle> pairs;  ///< all pairs if they are few
    std::span<const MemoryRectangle> areas;  ///< the bytes and steps of all pairs, see overlap_areas()
};

/// Up to this many pairs are outlined one by one.
inline constexpr std::size_t few_overlaps = 500;

/// For each cell of the canvas, row by row: 0, conflict_inside, conflict_edge or both (see pixel_grid.h). Every overlap
/// in view marks at least one cell. O(pairs if few + areas + cells).
[[nodiscard]] std::vector<std::uint8_t> overlap_codes(const OverlapMarks& marks, const Canvas& canvas);

/// Draws the overlaps as hatched shapes, or as pixels if the shapes would cost too much (see shape_cost). Same
/// complexity as overlap_codes.
void draw_shapes(Drawing& drawing, const OverlapMarks& marks, const Canvas& canvas, Color color);

/// The cost of a box in a vector file, in lines of its pattern. A line takes about 40 bytes.
[[nodiscard]] std::size_t shape_cost(const Box& box, Pattern pattern);

/// The greatest total cost of shapes; above it, pixels are used. It amounts to about 12 MB.
inline constexpr std::size_t most_shape_cost = 300'000;

}  // namespace arenascope
