#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace arenascope {

/// Where the threads of a run wait while one of them is held at a step. Any thread may call anything.
///
///   records a step   ───▶│ held: somebody looks at the step │───▶
///   another thread   ─────▶ polls its stop token, and waits │───▶
///   the time limit   ───▶│ does not count this              │───▶
class RunPause {
public:
    using Clock = std::chrono::steady_clock;

    /// Pauses the run for as long as it lives. One at a time.
    class Hold {
    public:
        explicit Hold(RunPause& pause) : pause_(pause) { pause_.begin(); }
        ~Hold() { pause_.end(); }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

    private:
        RunPause& pause_;
    };

    /// Blocks while the run is held, not in the thread that holds it. Almost free otherwise.
    void wait();
    /// How long the run has been held so far, without a hold that lasts.
    [[nodiscard]] Clock::duration length() const { return Clock::duration(length_.load()); }

    /// The run shall end as a stop token ends it.
    void cancel() { is_cancelled_ = true; }
    [[nodiscard]] bool is_cancelled() const { return is_cancelled_.load(std::memory_order_relaxed); }

private:
    void begin();
    void end();

    std::atomic<bool> is_held_ = false;
    std::atomic<bool> is_cancelled_ = false;
    std::atomic<Clock::rep> length_ = 0;
    Clock::time_point held_since_;
    std::mutex mutex_;
    std::condition_variable ended_;
};

}  // namespace arenascope
