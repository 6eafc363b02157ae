#pragma once

#include <string>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/picture/plan/axis.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Whether the steps of a problem have times, so that there is an axis of time beside that of its events.
[[nodiscard]] bool has_clock(const Problem& problem);

/// The ticks of that axis, from 0 to 1 over `steps`: round times since the first event, each at the first event that is
/// not before it. Events take different times, so that the ticks have different distances:
///
///   event  0       1,000     2,000     3,000
///   time   0 s     1 s 2 s             3 s
///
/// As many as their labels leave room for on `pixels`. Where nearly all events come at once, so that fewer than three
/// round times have room, they are the times of the events that the axis of events names. Empty without times. The
/// times must rise. O(log n) for n events.
[[nodiscard]] std::vector<PlacedTick> clock_ticks(const Problem& problem, Stretch steps, double pixels,
                                                  const MeasureText& measure);

/// The title of the time axis: "step", or for a recorded allocator "event", and what its axis of time is.
[[nodiscard]] std::string time_axis_title(const Problem& problem);

/// The height of a time axis with its title, in pixels. See draw_time_axis().
[[nodiscard]] double time_axis_height(const Problem& problem);

/// Adds the ticks of a time axis below `y`, below them the times of a recorded allocator that knows them, see
/// clock_ticks(), and below these its title. No label reaches beyond the drawing's right edge. Gives the middle of the
/// title's line.
double draw_time_axis(Drawing& drawing, const Problem& problem, double y, const Viewport& viewport,
                      const Palette& palette, const MeasureText& measure);

}  // namespace arenascope
