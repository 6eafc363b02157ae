#pragma once

#include <vector>

#include "core/picture/container.h"
#include "core/picture/drawing.h"

namespace arenascope {

/// Room beside the containers for the names of several; 0 for one, which needs none.
[[nodiscard]] double region_strip_width(const std::vector<Container>& stack, TextStyle style);

/// Whether fast parts of a heap are shaded: where there are others to tell them from.
[[nodiscard]] bool shades_fast_parts(const std::vector<Container>& stack);

/// Shades the fast parts of a heap, below everything else.
void draw_region_grounds(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme);

/// Tells several containers apart: a line at the bottom of each, and its name beside it, to the right of the viewport
/// and turned upwards, so that it covers nothing; a fast part says that it is. A name that is too long for its
/// container is told by what no other has, such as its number, or elided.
void draw_region_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme,
                        TextStyle style, const MeasureText& measure);

}  // namespace arenascope
