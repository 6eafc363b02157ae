#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/picture/plan/container.h"
#include "core/picture/plan/shown_rectangles.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// What a label would cover, in rising order of harm.
enum class Covered : std::uint8_t { nothing, buffer, culprit };

/// The boxes, in pixels, of the rectangles that end above the threshold of their container. O(rectangles · log
/// containers).
[[nodiscard]] std::vector<Box> culprit_boxes(const std::vector<Container>& stack, const ShownRectangles& rectangles,
                                             const Viewport& viewport);

/// Rows of a picture in which labels may be written, and what lies in each of their pixel columns.
///
///   row 0  ············################   '·' nothing   '#' a buffer over the threshold   '-' another buffer
///   row 1  ----------####··········----
class LabelRows {
public:
    /// A part of the picture's height, in pixels.
    struct Row {
        double top = 0;
        double bottom = 0;
    };

    /// Marks the columns of each row that rectangles of the stack touch. O(rectangles + rows · width), if few
    /// rectangles touch a row.
    LabelRows(std::vector<Row> rows, const Viewport& viewport, const std::vector<Container>& stack,
              const ShownRectangles& rectangles);

    /// A label takes its columns; no other one is placed there.
    void take(const Box& ground);
    /// The left end of the place for a label, as far to the right (or left) as possible; empty if there is none. It
    /// covers no more than `most`, and no other label. O(width).
    [[nodiscard]] std::optional<double> place(std::size_t row, double label_width, bool at_right, Covered most) const;
    [[nodiscard]] const Row& row(std::size_t index) const { return rows_[index]; }

private:
    struct Columns {
        std::vector<Covered> covered;
        std::vector<bool> is_taken;
    };
    /// The pixel columns between two positions, at least one if any is in view.
    [[nodiscard]] std::span<Covered> columns_between(std::size_t row, double left_end, double right_end);
    void mark(std::size_t row, double left_end, double right_end, Covered what);
    /// Whether marking would change nothing.
    [[nodiscard]] bool is_marked_between(std::size_t row, double left_end, double right_end, Covered what);

    Box view_;
    std::vector<Row> rows_;
    std::vector<Columns> columns_;  ///< by row
};

}  // namespace arenascope
