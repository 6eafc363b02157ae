#pragma once

#include <cstdint>

#include <QString>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/layout_picture.h"
#include "widgets/picture/layout_view/picture_ground.h"

namespace arenascope {

/// Draws the buffers without an offset, below a title; empty if there are none. `scale` is the number of screen pixels
/// for each pixel of the drawing. `cache`: of the last drawing of the tray.
[[nodiscard]] Drawing tray_drawing(const LayoutPicture& picture, const Viewport& port, std::int32_t scale,
                                   GroundCache& cache, const MeasureText& measure);

/// How many buffers have no offset. If the tray shows fewer, also how many it shows.
[[nodiscard]] QString tray_title(const LayoutPicture& picture);

}  // namespace arenascope
