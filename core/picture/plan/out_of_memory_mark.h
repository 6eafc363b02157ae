#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// A failed allocation of a recorded allocator: a vertical line at its step.
///
///   │ out of memory: 2,150 MiB requested
struct OutOfMemoryMark {
    double x = 0;
    std::string label;  ///< empty: another label is in its way
    Box ground;         ///< of the label, at the top of the viewport
};

/// The failed allocations in view, by step. Labels are to the right of their lines, or to the left at the right border,
/// and below the labels of `keep_clear` that lie there.
[[nodiscard]] std::vector<OutOfMemoryMark> out_of_memory_marks(const Problem& problem, const Viewport& viewport,
                                                               Unit unit, TextStyle style, const MeasureText& measure,
                                                               std::span<const Box> keep_clear = {});

void draw(Drawing& drawing, const std::vector<OutOfMemoryMark>& marks, const Viewport& viewport, const Palette& tokens,
          TextStyle style);

/// Draws only the lines, for a plot below the one with the labels. On the time axis each has a triangle.
void draw_out_of_memory_lines(Drawing& drawing, const Problem& problem, const Viewport& viewport,
                              const Palette& tokens);

}  // namespace arenascope
