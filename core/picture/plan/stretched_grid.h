#pragma once

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Shows the pixels of one view in another view, until the pixels of that view are computed. Overwrites those pixels of
/// `grid` that lie within the view of `source`. Both grids must have the same styles.
///
/// If both views have the same scale, pixels are moved by whole pixels. Otherwise each pixel gets the highest code of
/// the pixels that it touches, so that it is never below the tier of what it shows: thin or urgent rectangles are not
/// lost. O(pixels of both).
void stretch(PixelGrid& grid, const View& view, const PixelGrid& source, const View& source_view);

}  // namespace arenascope
