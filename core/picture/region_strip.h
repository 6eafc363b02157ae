#pragma once

#include <vector>

#include "core/picture/container.h"
#include "core/picture/drawing.h"

namespace arenascope {

/// Room beside the containers for the names of several; 0 for one, which needs none.
[[nodiscard]] double region_strip_width(const std::vector<Container>& stack, TextStyle style);

/// Tells several containers apart: a line at the bottom of each, and its name beside it, to the right of the viewport
/// and turned upwards, so that it covers nothing. A name that is too long for its container is told by
/// what no other has, such as its number, or elided.
void draw_region_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme,
                        TextStyle style, const MeasureText& measure);

}  // namespace arenascope
