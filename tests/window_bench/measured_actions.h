#pragma once

#include "tests/window_bench/measured_window.h"

namespace arenascope::bench {

/// Does with a plan what the rows of measure_window() leave out: selects everything, edits, opens every dock, compares.
/// Prints the longest time in which the window answered nothing, for each action.
void measure_actions(TimedApplication& application, const MeasuredFiles& files, const PrintFigure& print);

/// Cancels what takes long, and prints the time from the click until the window says so.
void measure_cancels(TimedApplication& application, const MeasuredFiles& files, const PrintFigure& print);

}  // namespace arenascope::bench
