#pragma once

#include "core/analysis/compare/live_difference.h"
#include "core/base/text/amount.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The vertical stretch that shows a difference from `least` ≤ 0 to `most` ≥ 0, with a margin at both ends.
[[nodiscard]] Stretch difference_extent(Bytes least, Bytes most);

/// The height of the labels of the time axis below a plot of a difference, in pixels.
[[nodiscard]] double difference_axis_height();

/// Draws the difference of two live sizes with its ticks: what is more in the risk hue above the line of 0, what is
/// less in the calm green below it. Steps that the other plan lacks have a grey ground. The labels of the ticks stand
/// left of the viewport and below it. At most four boxes for each pixel column. O(log n + changes in view + unmatched
/// ranges).
///
///   +4 │       ▄▄▄
///    0 │───────┴─┴──┬─────┬──░░░
///   −4 │            ▀▀▀▀▀▀▀  ░░░
///      0      10      20      30
void draw_difference(Drawing& drawing, const LiveDifference& difference, const Viewport& viewport, Unit unit,
                     const Palette& tokens, const MeasureText& measure);

}  // namespace arenascope
