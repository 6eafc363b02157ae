#pragma once

#include "core/picture/drawing.h"
#include "core/picture/viewport.h"
#include "widgets/layout_view/buffer_drag.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// The dragged buffer where it would lie, over everything, with its overlaps there and a label beside it: its offset,
/// and how many overlaps. An outline stays where it came from.
void draw_ghost(Drawing& drawing, const BufferDrag& drag, const LayoutPicture& picture, const Viewport& port,
                const MeasureText& measure);

}  // namespace arenascope
