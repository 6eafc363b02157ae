#include "core/picture/terminal/text_plot.h"

#include <algorithm>

#include "core/picture/plan/raster.h"

namespace arenascope {
namespace {

/// In pixels; a smaller rectangle would be all edge.
constexpr std::int32_t least_with_edge = 4;

class Plotter {
public:
    Plotter(const StepColumns& columns, const ByteRows& rows)
        : columns_(columns), rows_(rows), pixel_rows_(2 * rows.rows()) {}

    [[nodiscard]] CellRange cells_of(const MemoryRectangle& rectangle) const {
        const TextSpan across = columns_({Step(rectangle.begin), Step(rectangle.end)});
        const TextSpan up = rows_(rectangle.from, rectangle.to);
        return {across.from, std::max(up.from, 0), across.to, std::min(up.to, pixel_rows_)};
    }
    [[nodiscard]] Raster raster() const { return {columns_.columns(), pixel_rows_}; }

private:
    const StepColumns& columns_;
    const ByteRows& rows_;
    std::int32_t pixel_rows_;
};

}  // namespace

TextPlot text_plot(const PlottedRectangles& content, const StepColumns& columns, const ByteRows& rows) {
    const Plotter plotter(columns, rows);
    Raster raster = plotter.raster();
    for (const MemoryRectangle& rectangle : content.ground) {
        raster.add(plotter.cells_of(rectangle), layer_of(content.ground_class, CellPart::inside));
    }
    for (const MemoryRectangle& rectangle : content.rectangles) {
        const std::size_t style = content.class_of[rectangle.buffer.value()];
        const CellRange cells = plotter.cells_of(rectangle);
        const bool has_edge =
            cells.right - cells.left >= least_with_edge && cells.bottom - cells.top >= least_with_edge;
        raster.add(cells, layer_of(style, has_edge ? CellPart::inside : CellPart::small));
        if (has_edge) {
            add_outline(raster, cells, 1, layer_of(style, CellPart::edge));
        }
    }
    Raster conflicts = plotter.raster();
    for (const MemoryRectangle& conflict : content.conflicts) {
        conflicts.add(plotter.cells_of(conflict), 0);
    }
    TextPlot plot;
    plot.columns = columns.columns();
    plot.rows = rows.rows();
    plot.codes = std::move(raster).codes();
    plot.conflicts = std::move(conflicts).codes();
    return plot;
}

}  // namespace arenascope
