#pragma once

#include <optional>

#include "core/model/memory/lifetime.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Draws the time cursor over a viewport, in the middle of its step. Draws nothing if there is no time cursor, or if it
/// is out of view.
void draw_time_cursor(Drawing& drawing, std::optional<Step> cursor, const Viewport& port, const Palette& tokens);

/// Shades a range of steps over a viewport, with a line at each end that is in view. Draws nothing without a range.
///
///   │    ┊▒▒▒▒▒▒┊        │
///   └────┴──────┴────────┘
///       begin  end
void draw_time_range(Drawing& drawing, std::optional<Lifetime> steps, const Viewport& port, const Palette& tokens);

}  // namespace arenascope
