#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace arenascope {

/// A function that its owner runs in turns. It has a thread of its own, but never runs at the same time as its owner:
///
///   owner      ──┐ resume()       ┌── … ──┐ resume()     ┌── has_ended()
///   function     └───── pause() ──┘       └─── returns ──┘
///
/// So both may use the same data without a lock. A thread lets any function pause, however deep in its calls, where a
/// coroutine would need each of them to be one. If the system cannot create a thread, the function runs to its end
/// within the first resume(), and pause() returns at once.
class ResumableRun {
public:
    using Function = std::function<void(ResumableRun& self)>;

    /// Nothing runs before the first resume().
    explicit ResumableRun(Function function) : function_(std::move(function)) {}
    ResumableRun(const ResumableRun&) = delete;
    ResumableRun& operator=(const ResumableRun&) = delete;
    /// Dismisses a function that has begun and not ended, and waits for its end.
    ~ResumableRun();

    // For the owner.

    /// Lets the function run until it pauses or ends. Rethrows what it threw, for instance std::bad_alloc. Does nothing
    /// once it has ended.
    void resume();
    [[nodiscard]] bool has_ended() const { return has_ended_; }

    // For the function, on its own thread.

    /// Returns when the owner resumes it; at once if it is dismissed.
    void pause();
    /// The owner is going away: the function should end soon.
    [[nodiscard]] bool is_dismissed() const { return is_dismissed_; }

private:
    void run();
    /// Hands control over and waits until it comes back, or until the function has ended.
    void hand_over(std::unique_lock<std::mutex>& lock, bool to_function);

    Function function_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_its_turn_ = false;  ///< of the function
    bool has_ended_ = false;
    bool is_dismissed_ = false;
    bool is_alone_ = false;  ///< no thread could be created
    std::exception_ptr thrown_;
    std::thread thread_;
};

}  // namespace arenascope
