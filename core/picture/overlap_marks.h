#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/picture/canvas.h"
#include "core/picture/drawing.h"
#include "core/picture/memory_rectangle.h"

namespace arenascope {

/// Overlaps of a picture. A few are outlined pair by pair. Of many the union is: pairs alone would grow with the square
/// of the buffers, and only the union can be seen.
///
///   few  ┌──────┐        many ┌──────┐
///        │╳╳┌───┼──┐          │╳╳╳╳╳╳└──┐
///        └──┼───┘╳╳│          └──┐╳╳╳╳╳╳│
///           └──────┘             └──────┘
struct OverlapMarks {
    std::span<const MemoryRectangle> pairs;  ///< all of them where they are few
    std::span<const MemoryRectangle> areas;  ///< all that the pairs share, see overlap_areas()
};

/// Pairs that are still outlined one by one.
inline constexpr std::size_t few_overlaps = 500;

/// For each cell of the canvas, row by row: conflict_inside, conflict_edge or both (see pixel_grid.h), or 0. However
/// small an overlap in view is, it marks some. O(pairs, as far as they are few, + areas + cells).
[[nodiscard]] std::vector<std::uint8_t> overlap_codes(const OverlapMarks& marks, const Canvas& canvas);

/// Draws the overlaps as shapes, hatched once; as pixels where these would be fewer marks (see shape_cost). The same
/// bounds as overlap_codes.
void draw_shapes(Drawing& drawing, const OverlapMarks& marks, const Canvas& canvas, Color color);

/// What a box costs a file of shapes, in lines of its pattern: about 40 bytes each.
[[nodiscard]] std::size_t shape_cost(const Box& box, Pattern pattern);

/// What costs more than this is drawn as pixels: about 12 MB.
inline constexpr std::size_t most_shape_cost = 300'000;

}  // namespace arenascope
