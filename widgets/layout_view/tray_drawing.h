#pragma once

#include <cstdint>

#include <QString>

#include "core/picture/drawing.h"
#include "core/picture/viewport.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// Draws the buffers without an offset, under a title; empty where there are none. `scale` is pixels of the screen for
/// one of the drawing.
[[nodiscard]] Drawing tray_drawing(const LayoutPicture& picture, const Viewport& port, std::int32_t scale,
                                   const MeasureText& measure);

/// How many buffers have no offset, and how many of them the tray shows where these are fewer.
[[nodiscard]] QString tray_title(const LayoutPicture& picture);

}  // namespace arenascope
