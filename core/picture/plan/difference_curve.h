#pragma once

#include <span>

#include "core/model/memory/quantity.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The vertical stretch that shows a difference from `least` ≤ 0 to `most` ≥ 0, with a margin at both ends.
[[nodiscard]] Stretch difference_extent(Bytes least, Bytes most);

/// Draws the difference of two live sizes, where `bytes[i]` holds from `steps[i]` on: what is more in the risk hue
/// above the line of 0, what is less in the calm green below it. At most four boxes for each pixel column. O(log n +
/// changes in view).
///
///   more       ▄▄▄
///   0   ───────┴─┴──┬─────┬────
///   less            ▀▀▀▀▀▀▀
void draw_difference(Drawing& drawing, std::span<const Step> steps, std::span<const Bytes> bytes,
                     const Viewport& viewport, const Palette& tokens);

}  // namespace arenascope
