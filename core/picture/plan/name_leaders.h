#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The parts of a plot that something covers, in small cells. Built in O(cells); a question takes O(1).
class CoveredCells {
public:
    static constexpr double cell_width = 8;   ///< pixels
    static constexpr double cell_height = 4;  ///< pixels

    /// Nothing is covered.
    explicit CoveredCells(const Box& area);

    void cover(const Box& box);
    /// Covers what the pixels of the whole area show.
    void cover_pixels(const PixelGrid& pixels);
    /// Call it after the last cover().
    void sum_up();
    /// How many cells that a box touches are covered.
    [[nodiscard]] std::int64_t count_in(const Box& box) const;

private:
    struct Range {
        std::size_t left, top, right, bottom;
    };
    [[nodiscard]] Range cells_of(const Box& box) const;

    Box area_;
    std::size_t columns_;
    std::size_t rows_;
    std::vector<std::int64_t> sums_;  ///< by row and column, with a row and a column of zeros before the first
};

/// A box of a plot that must have a name, and how wide the name is, in pixels.
struct NamedBox {
    Box box;
    double name_width = 0;
};

/// Places for names beside their boxes, each with a leader from its box, in free space as near as possible:
///
///        ┌─┐      ┌──────────────┐
///        │ ├──────┤ name of it   │
///   ┌────┤ ├────┐ └──────────────┘
///   │    └─┘    │
///
/// A name lies inside `area`, and on no `taken` box, no box and leader of another name, and no named box. Leaders do
/// not cross each other, and no other name. A place that covers no cell is preferred, then one that covers few. A box
/// that has no such place has none; earlier boxes go first. O(boxes · area in pixels / 96).
[[nodiscard]] std::vector<std::optional<NamePlace>> places_beside(std::span<const NamedBox> boxes, double line_height,
                                                                  const Box& area, const CoveredCells& covered,
                                                                  std::span<const Box> taken);

/// The name of a carrier of the peak whose rectangle is too small for it.
struct CarrierName {
    BufferIndex buffer;
    std::string text;
    Box ground;  ///< of the text, with margins
    Leader leader;
    RiskStyle style;  ///< of its rectangle
};

/// What other labels must avoid: the grounds of the names, and small boxes along their leaders.
[[nodiscard]] std::vector<Box> boxes_of(std::span<const CarrierName> names);

void draw(Drawing& drawing, std::span<const CarrierName> names, const Palette& tokens, TextStyle style);

}  // namespace arenascope
