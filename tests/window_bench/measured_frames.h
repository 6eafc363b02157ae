#pragma once

#include "app/session/shown_plan.h"
#include "tests/window_bench/measured_window.h"

namespace arenascope::bench {

/// What a worker takes for an exact picture of the whole plan, and for the levels of detail that it uses. `plan` is one
/// that is placed.
void measure_frames(const ShownPlan& plan, const PrintFigure& print);

/// The yardstick of the frames: each of `count` buffers filled by itself, in milliseconds.
[[nodiscard]] double filled_rectangles(std::size_t count);

}  // namespace arenascope::bench
