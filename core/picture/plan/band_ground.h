#pragma once

#include <vector>

#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Draws the ground of each band in view: grey, but white where memory of its segment exists. Thin lines separate the
/// bands, where one of both is high enough. Call it before drawing buffers. Linear in the bands and their mapped
/// memory.
void draw_band_grounds(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme);

}  // namespace arenascope
