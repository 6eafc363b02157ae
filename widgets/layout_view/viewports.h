#pragma once

#include "core/picture/viewport.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// Where the four parts of a layout view stand, in pixels of the widget.
struct PlotBoxes {
    Box tray;
    Box containers;
    Box live;
    Box names;
};

/// What each of the four parts shows. They have one time axis.
struct Viewports {
    Viewport tray;        ///< upwards: lanes
    Viewport containers;  ///< upwards: bytes of the container stack
    Viewport live;        ///< upwards: bytes of live size, with some air above the highest
    Viewport names;       ///< names of the steps
};

/// O(containers).
[[nodiscard]] Viewports viewports(const LayoutPicture& picture, const View& view, const PlotBoxes& boxes);

}  // namespace arenascope
