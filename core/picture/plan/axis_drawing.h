#pragma once

#include <string>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/picture/plan/container_ticks.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The axes of pictures that are written to files. In the window, QCustomPlot draws the same ticks.
inline constexpr TextStyle axis_style{12, false};
inline constexpr double axis_tick_length = 4;

/// The ticks of a time axis, as many as their own labels leave room for on `pixels`, and at least two where two fit.
/// Their distance depends on the length of the view, so that they stay in place while panning. O(1).
[[nodiscard]] std::vector<Tick> fitting_step_ticks(Stretch steps, double pixels, const MeasureText& measure);

/// The same for the steps of a problem. Those of a recorded allocator that knows times have them beside their numbers.
[[nodiscard]] std::vector<Tick> fitting_step_ticks(const Problem& problem, Stretch steps, double pixels,
                                                   const MeasureText& measure);

/// The title of the time axis: "step", or for a recorded allocator "event", with the unit of the times beside it.
[[nodiscard]] std::string time_axis_title(const Problem& problem);

/// Adds the ticks of an offset axis that lie in the viewport: a line across its box each, with the label at the left.
/// `positions` are where the ticks stand in the viewport.
void draw_offset_ticks(Drawing& drawing, const std::vector<Tick>& ticks, const std::vector<std::int64_t>& positions,
                       const Viewport& viewport, const Palette& palette);

/// Adds the title of an offset axis: upwards, with its middle at `x` and at that of the viewport's box.
void draw_offset_title(Drawing& drawing, std::string title, double x, const Viewport& viewport, const Palette& palette);

/// Adds the ticks of a time axis below `y`, and below them its title. No label reaches beyond the drawing's right edge.
/// Gives the middle of the title's line.
double draw_time_axis(Drawing& drawing, const std::vector<Tick>& ticks, double y, std::string title,
                      const Viewport& viewport, const Palette& palette, const MeasureText& measure);

}  // namespace arenascope
