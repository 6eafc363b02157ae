#pragma once

#include "core/picture/drawing.h"
#include "core/picture/viewport.h"
#include "widgets/layout_view/layout_content.h"

namespace arenascope {

/// Draws the time cursor over a viewport, in the middle of its step. Draws nothing if there is no time cursor.
void draw_time_cursor(Drawing& drawing, const LayoutContent& content, const Viewport& port);

}  // namespace arenascope
