#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <QPolygonF>
#include <QRectF>

namespace arenascope {

/// Where the moments of a run and their numbers lie in an area of pixels. A moment is a main step. Moments have slots
/// of the same width, with half a slot at both ends or none:
///
///   inset 0.5  │ 0 │ 1 │ 2 │
///   inset 0    0     1     2
struct CurveScale {
    QRectF area;
    std::size_t moments = 1;  ///< at least 1
    double lowest = 0;        ///< the number at the bottom of the area
    double highest = 0;       ///< the number at its top; if it is the lowest too, it lies in the middle
    double inset = 0.5;       ///< slots before the first moment, and after the last one

    /// The x of the middle of a moment.
    [[nodiscard]] double x_of(std::size_t moment) const;
    [[nodiscard]] double y_of(double number) const;
    /// The moment that is nearest to an x.
    [[nodiscard]] std::size_t moment_at(double x) const;
};

/// A line for each run of moments with numbers, level in each slot of an inset of 0.5. `numbers`: by moment; NaN: it
/// has none. If there are more moments than pixels, each column of pixels has the smallest and the largest number of
/// its moments, and a gap only where none of them has one. Linear in the moments.
///
///    ┌───┐           ───│
///   ─┘   └───           │
[[nodiscard]] std::vector<QPolygonF> level_lines(std::span<const double> numbers, const CurveScale& scale);

/// One line that joins the moments from `begin` until before `end` which have a number. If there are more moments than
/// pixels, each column of pixels has its lowest and its highest point. Linear in the moments.
[[nodiscard]] QPolygonF joined_line(std::span<const double> numbers, std::size_t begin, std::size_t end,
                                    const CurveScale& scale);

/// The staircase of the lowest number so far: a lower one takes effect where its moment is. Two points for each fall.
/// Linear in the moments.
[[nodiscard]] QPolygonF falling_line(std::span<const double> lowest, std::size_t begin, std::size_t end,
                                     const CurveScale& scale);

}  // namespace arenascope
