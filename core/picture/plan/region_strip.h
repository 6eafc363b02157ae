#pragma once

#include <vector>

#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"

namespace arenascope {

/// The width of the strip with region names, in pixels; 0 if there is only one container. Short names, such as
/// "core 5", are written across, so that low containers have theirs; each longer one is written upwards.
[[nodiscard]] double region_strip_width(const std::vector<Container>& stack, TextStyle style,
                                        const MeasureText& measure);

/// Whether fast parts of a heap are shaded. They are if there are several containers.
[[nodiscard]] bool shades_fast_parts(const std::vector<Container>& stack);

/// Shades the fast parts of a heap. Call it before drawing anything else.
void draw_region_grounds(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme);

/// Separates several containers by a line at the bottom of each. Writes their names to the right of the viewport, so
/// that nothing is covered (see region_strip_width). A fast part is marked as fast. A name upwards that is too long is
/// reduced to the part that other names do not have, such as a number, or shortened.
void draw_region_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme,
                        TextStyle style, const MeasureText& measure);

}  // namespace arenascope
