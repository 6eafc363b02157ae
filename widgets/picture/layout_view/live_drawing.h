#pragma once

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

/// Draws the live size of the live core with its fragmentation, or the live sizes of all containers. `port` is
/// Viewports::live. O(steps + pixels) for each container.
[[nodiscard]] Drawing live_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure);

}  // namespace arenascope
