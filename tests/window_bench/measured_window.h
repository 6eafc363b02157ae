#pragma once

#include <functional>
#include <string>

#include "tests/window_bench/timed_application.h"

namespace arenascope::bench {

/// The files of one size. Every buffer has an offset in the first and the last, and none in the second.
struct MeasuredFiles {
    std::string placed;
    std::string unplaced;
    std::string trace;  ///< a run of some iterations
};

/// Tells a figure by its row, see window_bars().
using PrintFigure = std::function<void(const std::string& what, double value)>;

/// Drives a real window with events, and measures what its thread does. Prints each figure as it is there, because a
/// large plan may end the program.
void measure_window(TimedApplication& application, const MeasuredFiles& files, const PrintFigure& print);

/// The same for the steps of a trace alone, so that the memory is that of the trace.
void measure_steps(TimedApplication& application, const MeasuredFiles& files, const PrintFigure& print);

}  // namespace arenascope::bench
