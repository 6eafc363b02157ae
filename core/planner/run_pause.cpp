#include "core/planner/run_pause.h"

namespace arenascope {

void RunPause::begin() {
    held_since_ = Clock::now();
    is_held_ = true;
}

void RunPause::end() {
    length_ += (Clock::now() - held_since_).count();
    {
        const std::lock_guard lock(mutex_);
        is_held_ = false;
    }
    ended_.notify_all();
}

void RunPause::wait() {
    if (!is_held_.load(std::memory_order_relaxed)) {
        return;
    }
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return !is_held_; });
}

}  // namespace arenascope
