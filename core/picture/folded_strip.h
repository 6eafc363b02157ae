#pragma once

#include <vector>

#include "core/picture/container.h"
#include "core/picture/drawing.h"
#include "core/picture/unit.h"

namespace arenascope {

/// Draws the folded containers of a stack: each a strip with its live size over time, as high as the strip at the
/// threshold, and where a line of text has room its name and peak.
///
///   core 2 · peak 48 KiB   ▁▂▅█▅▂▁
void draw_folded_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Unit unit,
                        Theme theme, TextStyle style, const MeasureText& measure);

}  // namespace arenascope
