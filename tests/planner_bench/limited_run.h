#pragma once

#include <functional>
#include <optional>

namespace arenascope::bench {

/// The time and the memory of a run.
struct MeasuredRun {
    double seconds = 0;
    double bytes = 0;  ///< highest memory beyond what was there before the run
};

/// Runs something in a process of its own, so that a run that takes too long can be ended, and its memory is its own.
/// Empty: it took longer than the limit, or failed. `run` returns whether it was successful.
[[nodiscard]] std::optional<MeasuredRun> limited_run(unsigned limit_seconds, const std::function<bool()>& run);

}  // namespace arenascope::bench
