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

/// Up to this many pairs are outlined one by one, and numbered as in the list of overlaps. Of more, only the list has
/// the numbers.
inline constexpr std::size_t few_overlaps = 500;

/// For each cell of the canvas, row by row: 0, conflict_inside, conflict_edge or both (see pixel_grid.h). Every overlap
/// in view marks at least one cell. O(pairs if few + areas + cells).
[[nodiscard]] std::vector<std::uint8_t> overlap_codes(const OverlapMarks& marks, const Canvas& canvas);

/// The number of a pair in a picture.
struct OverlapNumber {
    std::size_t number = 0;  ///< the position in the list, from 1
    Box ground;              ///< in the middle of the overlap, or beside it where another number is
};

/// The numbers of the pairs in view, if they are few. A number without room is left out. O(n²).
[[nodiscard]] std::vector<OverlapNumber> overlap_numbers(const OverlapMarks& marks, const Canvas& canvas,
                                                         TextStyle style, const MeasureText& measure);

/// Draws again the pairs that a frame along a buffer's edge would hide, if they are numbered or inside a selected
/// buffer, then the numbers.
void draw_numbers(Drawing& drawing, std::span<const OverlapNumber> numbers, const OverlapMarks& marks,
                  std::span<const MemoryRectangle> selected, const Canvas& canvas, TextStyle style,
                  const Palette& tokens);

/// Draws the overlaps as hatched shapes, or as pixels if the shapes would cost too much (see shape_cost). Same
/// complexity as overlap_codes.
void draw_shapes(Drawing& drawing, const OverlapMarks& marks, const Canvas& canvas, Color color);

/// The cost of a box in a vector file, in lines of its pattern. A line takes about 40 bytes.
[[nodiscard]] std::size_t shape_cost(const Box& box, Pattern pattern);

/// The greatest total cost of shapes; above it, pixels are used. It amounts to about 12 MB.
inline constexpr std::size_t most_shape_cost = 300'000;

}  // namespace arenascope
