#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QPolygonF>
#include <QRectF>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The numbers of a watch over the main steps of a run, with their range and how they are drawn. A moment is a main
/// step. All have slots of the same width, so that every step can be clicked:
///
///   area   │ 0 │ 1 │ 2 │ 3 │ 4 │ 5 │
///          │    ┌───┐           ───│   largest
///          │- - │ - │ - - - - - - -│   threshold, if it lies between the two
///          │────┘   └───           │   smallest; moment 4 has no number
struct WatchCurve {
    std::vector<double> numbers;      ///< by moment; NaN: it has none
    std::size_t smallest = 0;         ///< the first moment with the smallest number
    std::size_t largest = 0;          ///< the first moment with the largest number
    std::size_t count = 0;            ///< moments with a number
    std::optional<double> threshold;  ///< of the run; empty: it does not lie between smallest and largest
};

/// Empty: no moment has a number. Linear.
[[nodiscard]] std::optional<WatchCurve> watch_curve(std::vector<double> numbers, Bytes threshold);

/// The x of the middle of a moment.
[[nodiscard]] double curve_x(std::size_t moment, std::size_t moments, const QRectF& area);

/// The moment whose slot holds an x, or the nearest one. `moments` is at least 1.
[[nodiscard]] std::size_t moment_at(double x, std::size_t moments, const QRectF& area);

/// The y of a number: the largest is at the top of the area, the smallest at its bottom. If they are the same, it is in
/// the middle.
[[nodiscard]] double curve_y(const WatchCurve& curve, double number, const QRectF& area);

/// A line for each run of moments with numbers. If there are more moments than pixels, each column of pixels has the
/// smallest and the largest number of its moments, and a gap only where none of them has one. Linear in the moments.
[[nodiscard]] std::vector<QPolygonF> curve_lines(const WatchCurve& curve, const QRectF& area);

}  // namespace arenascope
