#include "app/session/pause_desk.h"

#include <utility>

namespace arenascope {

PauseAnswer PauseDesk::wait() {
    std::unique_lock lock(mutex_);
    answered_.wait(lock, [this] { return answer_ || is_cancelled_; });
    const auto given = std::exchange(answer_, std::nullopt);
    return is_cancelled_ ? PauseAnswer::cancel : *given;
}

void PauseDesk::answer(PauseAnswer answer) {
    {
        const std::lock_guard lock(mutex_);
        answer_ = answer;
    }
    answered_.notify_one();
}

void PauseDesk::set_stopping(std::vector<bool> stopping) {
    const std::lock_guard lock(mutex_);
    stopping_ = std::move(stopping);
}

bool PauseDesk::still_stops(std::size_t breakpoint) const {
    const std::lock_guard lock(mutex_);
    return breakpoint >= stopping_.size() || stopping_[breakpoint];
}

void PauseDesk::cancel() {
    {
        const std::lock_guard lock(mutex_);
        is_cancelled_ = true;
    }
    answered_.notify_one();
}

}  // namespace arenascope
