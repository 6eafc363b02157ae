#pragma once

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/buffer_drag.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

/// Draws the dragged buffer at its current placement, on top of everything. It shows the overlaps there, and a label
/// with the offset and the number of overlaps. An outline marks where the drag started.
void draw_ghost(Drawing& drawing, const BufferDrag& drag, const LayoutPicture& picture, const Viewport& port,
                const MeasureText& measure);

}  // namespace arenascope
