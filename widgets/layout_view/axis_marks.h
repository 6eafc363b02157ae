#pragma once

#include <vector>

#include <QString>

#include "core/picture/drawing.h"
#include "widgets/layout_view/layout_picture.h"
#include "widgets/layout_view/viewports.h"

namespace arenascope {

/// A tick of an axis with its label.
struct AxisMark {
    double share = 0;  ///< position along the axis, 0 to 1
    QString label;
};

/// The ticks of the offset axis. Each container starts at its own offset 0. `port` is the viewport of the containers.
[[nodiscard]] std::vector<AxisMark> offset_marks(const LayoutPicture& picture, const Viewport& port);

/// The ticks of the live-size axis.
[[nodiscard]] std::vector<AxisMark> live_marks(const Viewport& port, Unit unit);

/// The ticks of the time axis, which all parts share.
[[nodiscard]] std::vector<AxisMark> time_marks(const Viewport& port);

/// Draws as many step names as fit.
[[nodiscard]] Drawing names_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure);

/// The width of the longest step name in pixels; empty if no step has a name. Linear.
[[nodiscard]] std::optional<double> longest_step_name(const LayoutPicture& picture, const MeasureText& measure);

}  // namespace arenascope
