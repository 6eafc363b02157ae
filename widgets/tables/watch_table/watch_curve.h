#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/model/memory/quantity.h"
#include "widgets/base/curve_scale.h"

namespace arenascope {

/// The numbers of a watch over the main steps of a run, with their range. A moment is a main step. All have slots of
/// the same width, so that every step can be clicked:
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

    /// Its scale in an area.
    [[nodiscard]] CurveScale scale(const QRectF& area) const;
};

/// Empty: no moment has a number. Linear.
[[nodiscard]] std::optional<WatchCurve> watch_curve(std::vector<double> numbers, Bytes threshold);

}  // namespace arenascope
