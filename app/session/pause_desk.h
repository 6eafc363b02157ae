#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "core/analysis/debugging/breaking_sink.h"

namespace arenascope {

/// Where a run waits for its user: the planner's thread asks, the window's thread answers or ends the run.
///
///   planner   wait() ────────────────▶ resume      after cancel(), nobody waits any more
///   window            answer(resume) ┘
class PauseDesk {
public:
    /// Blocks until there is an answer, which may have been given before. After cancel(): cancel, at once.
    [[nodiscard]] PauseAnswer wait();
    void answer(PauseAnswer answer);
    void cancel();
    /// Which breakpoints of the run still stop it, by position. Until the first call, all do.
    void set_stopping(std::vector<bool> stopping);
    [[nodiscard]] bool still_stops(std::size_t breakpoint) const;
    [[nodiscard]] bool is_cancelled() const { return is_cancelled_.load(std::memory_order_relaxed); }

private:
    mutable std::mutex mutex_;
    std::condition_variable answered_;
    std::optional<PauseAnswer> answer_;
    std::vector<bool> stopping_;
    std::atomic<bool> is_cancelled_ = false;
};

}  // namespace arenascope
