#pragma once

#include <string>
#include <vector>

#include "tests/window_bench/timed_application.h"

namespace arenascope::bench {

/// One figure of a window with a plan of a given size.
struct WindowRow {
    std::string what;   ///< the action, and what of it is measured
    std::string value;  ///< with its unit
};

/// The files of one size.
struct MeasuredFiles {
    std::string placed;    ///< every buffer has an offset
    std::string unplaced;  ///< none has
};

/// Drives a real window with events, and measures what its thread does. Prints each figure as it is there, because a
/// large plan may end the program.
void measure_window(TimedApplication& application, const MeasuredFiles& files,
                    const std::function<void(const WindowRow&)>& print);

}  // namespace arenascope::bench
