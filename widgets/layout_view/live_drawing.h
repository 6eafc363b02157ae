#pragma once

#include "core/picture/drawing.h"
#include "core/picture/viewport.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// Draws the live size of the live core, with what is free below its highest live tail, or of all containers.
/// `port` is the live one of viewports(). O(steps + pixels) for each container.
[[nodiscard]] Drawing live_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure);

}  // namespace arenascope
