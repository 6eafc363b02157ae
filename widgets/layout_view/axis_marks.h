#pragma once

#include <vector>

#include <QString>

#include "core/picture/drawing.h"
#include "widgets/layout_view/layout_picture.h"
#include "widgets/layout_view/viewports.h"

namespace arenascope {

/// A number along an axis.
struct AxisMark {
    double share = 0;  ///< of the axis, 0 to 1
    QString label;
};

/// Offsets along the containers, each container by itself. `port` is that of the containers.
[[nodiscard]] std::vector<AxisMark> offset_marks(const LayoutPicture& picture, const Viewport& port);

/// Bytes along the live size.
[[nodiscard]] std::vector<AxisMark> live_marks(const Viewport& port, Unit unit);

/// Steps along the time axis, which all parts have.
[[nodiscard]] std::vector<AxisMark> time_marks(const Viewport& port);

/// Draws the names of the steps, as many as have room.
[[nodiscard]] Drawing names_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure);

/// Pixels of the longest name of a step; nothing where no step has a name. Linear.
[[nodiscard]] std::optional<double> longest_step_name(const LayoutPicture& picture, const MeasureText& measure);

}  // namespace arenascope
