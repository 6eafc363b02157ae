#pragma once

#include <optional>
#include <vector>

#include "core/picture/axis.h"
#include "core/picture/drawing.h"
#include "widgets/layout_view/layout_picture.h"
#include "widgets/layout_view/viewports.h"

namespace arenascope {

/// Offsets along the containers, on an axis from 0 to 1. Each container counts from its own bottom. `port` is that of
/// the containers.
[[nodiscard]] std::vector<PlacedTick> offset_marks(const LayoutPicture& picture, const Viewport& port);

/// Bytes along the live size, on an axis from 0 to 1.
[[nodiscard]] std::vector<PlacedTick> live_marks(const Viewport& port, Unit unit);

/// Steps along the time axis of all parts, on an axis from 0 to 1.
[[nodiscard]] std::vector<PlacedTick> time_marks(const Viewport& port);

/// Draws the names of the steps, as many as have room.
[[nodiscard]] Drawing names_drawing(const LayoutPicture& picture, const Viewport& port, const MeasureText& measure);

/// Pixels of the longest name of a step; nothing where no step has a name. Linear.
[[nodiscard]] std::optional<double> longest_step_name(const LayoutPicture& picture, const MeasureText& measure);

}  // namespace arenascope
