#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/pixel_grid.h"
#include "core/picture/terminal/text_scale.h"

namespace arenascope {

/// The rectangles of a container in cells of text. A cell has two pixels, one above the other:
///
///   pixels  H H H . .      cells  ▀ █ ▀ . .      H above the threshold, L below it
///           . L L L .             . ▄ ▄ ▄ .
struct TextPlot {
    std::int32_t columns = 0;
    std::int32_t rows = 0;                ///< of cells; there are twice as many rows of pixels
    std::vector<std::uint8_t> codes;      ///< by pixel, row by row: 0 blank, else see class_of_code()
    std::vector<std::uint8_t> conflicts;  ///< by pixel: not 0 where buffers overlap that must not

    /// The code of the upper or the lower pixel of a cell.
    [[nodiscard]] std::uint8_t upper(std::int32_t column, std::int32_t row) const { return codes[at(column, 2 * row)]; }
    [[nodiscard]] std::uint8_t lower(std::int32_t column, std::int32_t row) const {
        return codes[at(column, 2 * row + 1)];
    }
    [[nodiscard]] bool is_conflict(std::int32_t column, std::int32_t row) const {
        return conflicts[at(column, 2 * row)] != 0 || conflicts[at(column, 2 * row + 1)] != 0;
    }

private:
    [[nodiscard]] std::size_t at(std::int32_t column, std::int32_t row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
    }
};

/// The content of a plot. Offsets are those that ByteRows takes.
struct PlottedRectangles {
    std::span<const MemoryRectangle> rectangles;
    std::span<const std::uint8_t> class_of;  ///< by buffer; where several touch a pixel, the highest wins
    std::span<const MemoryRectangle> conflicts = {};
    std::span<const MemoryRectangle> ground = {};  ///< below all rectangles, in `ground_class`
    std::uint8_t ground_class = 0;
};

/// Every rectangle has at least one pixel. A large one has an edge, so that neighbours can be told apart. O(rectangles
/// + pixels).
[[nodiscard]] TextPlot text_plot(const PlottedRectangles& content, const StepColumns& columns, const ByteRows& rows);

}  // namespace arenascope
