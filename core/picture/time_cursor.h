#pragma once

#include <optional>

#include "core/memory/quantity.h"
#include "core/picture/drawing.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// Draws the time cursor over a viewport, in the middle of its step. Draws nothing if there is no time cursor, or if it
/// is out of view.
void draw_time_cursor(Drawing& drawing, std::optional<Step> cursor, const Viewport& port, const Palette& tokens);

}  // namespace arenascope
