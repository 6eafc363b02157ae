#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>

#include "core/planner/planner.h"

namespace arenascope {

/// Work of the core that Python waits for. The work runs on a thread of its own without the GIL, so that other threads
/// of Python go on. The caller's thread wakes 20 times a second: it handles signals and delivers progress. An exception
/// of either, such as KeyboardInterrupt, ends the work and is thrown after that.
///
///   caller    ──┐ no GIL   signals, progress   no GIL  ┌── result
///   worker      └──────────────── work ────────────────┘
class WaitedRun {
public:
    /// `deliver` may be empty. It is called with the GIL, at most once each time the caller wakes, and once at the end
    /// if there was progress since.
    explicit WaitedRun(std::function<void(const Progress&)> deliver) : deliver_(std::move(deliver)) {}

    /// True after an exception: the work must end soon. Safe from any thread.
    [[nodiscard]] StopToken stop();
    /// Takes the progress of the work; empty if nobody wants it. Safe from any thread.
    [[nodiscard]] ProgressSink progress();

    /// Calls `work` and returns its result. The GIL must be held, and is held again at the end.
    template <class Work>
    [[nodiscard]] std::invoke_result_t<Work> result_of(Work work) {
        std::optional<std::invoke_result_t<Work>> result;
        std::exception_ptr failed;
        std::thread worker([&] {
            try {
                result.emplace(work());
            } catch (...) {
                failed = std::current_exception();
            }
            finish();
        });
        wait(worker);
        if (failed) {
            std::rethrow_exception(failed);
        }
        return std::move(*result);
    }

private:
    void finish();
    void wait(std::thread& worker);
    void deliver_last();

    std::function<void(const Progress&)> deliver_;
    std::mutex mutex_;
    std::condition_variable finished_;
    bool is_finished_ = false;
    std::atomic<bool> is_stopped_ = false;
    std::optional<Progress> last_;  ///< not delivered yet
};

}  // namespace arenascope
