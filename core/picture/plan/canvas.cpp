#include "core/picture/plan/canvas.h"

#include <algorithm>
#include <cmath>

namespace arenascope {
namespace {

std::int32_t cell_count(double pixels, std::int32_t scale) {
    return std::max<std::int32_t>(static_cast<std::int32_t>(std::lround(pixels * scale)), 1);
}

}  // namespace

Canvas::Canvas(const Viewport& viewport, std::int32_t scale)
    : viewport_(viewport),
      scale_(std::max<std::int32_t>(scale, 1)),
      columns_(cell_count(width(viewport.box), scale_)),
      rows_(cell_count(height(viewport.box), scale_)),
      mapper_(viewport.view, columns_, rows_),
      across_(step_scale(viewport)),
      up_(byte_scale(viewport)) {}

CellRange Canvas::widened_cells_of(const MemoryRectangle& rectangle) const {
    const CellRange cells = cells_of(rectangle);
    if (is_empty(cells)) {
        return cells;
    }
    const auto least = static_cast<std::int32_t>(least_outline_pixels) * scale_;
    const std::int32_t across = std::max(0, least - (cells.right - cells.left));
    const std::int32_t up = std::max(0, least - (cells.bottom - cells.top));
    return {std::max(0, cells.left - across / 2), std::max(0, cells.top - up / 2),
            std::min(columns_, cells.right + (across + 1) / 2), std::min(rows_, cells.bottom + (up + 1) / 2)};
}

Box Canvas::exact_box(const MemoryRectangle& rectangle) const {
    return {across_(rectangle.begin), up_(rectangle.to), across_(rectangle.end), up_(rectangle.from)};
}

Box Canvas::near_box(const MemoryRectangle& rectangle, double least) const {
    Box box = exact_box(rectangle);
    const Box& view = viewport_.box;
    const double across = std::max(0.0, least - width(box)) / 2;
    const double up = std::max(0.0, least - height(box)) / 2;
    box = {box.left - across, box.top - up, box.right + across, box.bottom + up};
    return {std::max(box.left, view.left - 4), std::max(box.top, view.top - 4), std::min(box.right, view.right + 4),
            std::min(box.bottom, view.bottom + 4)};
}

Box Canvas::box_of(const CellRun& run) const {
    const Box& view = viewport_.box;
    const double across = width(view) / columns_;
    const double up = height(view) / rows_;
    return {view.left + run.left * across, view.top + run.top * up, view.left + run.right * across,
            view.top + run.bottom * up};
}

}  // namespace arenascope
