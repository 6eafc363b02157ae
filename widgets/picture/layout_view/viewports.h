#pragma once

#include <optional>

#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

/// The positions of the four parts of a layout view, in widget pixels.
struct PlotBoxes {
    Box tray;
    Box containers;
    Box live;
    Box names;
};

/// The viewports of the four parts of a layout view. They share one time axis.
struct Viewports {
    Viewport tray;        ///< vertical axis: lanes
    Viewport containers;  ///< vertical axis: bytes of the container stack
    Viewport live;        ///< vertical axis: bytes of live size, with a margin above the highest
    Viewport names;       ///< step names
};

/// What the picture beside this one must know of it; empty: nothing is shown yet. O(containers).
[[nodiscard]] std::optional<PictureBeside> needs_beside(const LayoutPicture& picture);

/// With a picture beside this one, both have the same scales. O(containers).
[[nodiscard]] Viewports viewports(const LayoutPicture& picture, const View& view, const PlotBoxes& boxes);

}  // namespace arenascope
