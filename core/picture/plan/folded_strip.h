#pragma once

#include <vector>

#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/unit.h"

namespace arenascope {

/// Draws the folded containers of a stack. Each is a strip with its live size over time; the threshold reaches its full
/// height. If there is space for a line of text, it shows name and peak.
///
///   core 2 · peak 48 KiB   ▁▂▅█▅▂▁
void draw_folded_strips(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Unit unit,
                        Theme theme, TextStyle style, const MeasureText& measure);

}  // namespace arenascope
