#include "core/base/threads/resumable_run.h"

#include <system_error>
#include <utility>

namespace arenascope {

ResumableRun::~ResumableRun() {
    if (!thread_.joinable()) {
        return;
    }
    {
        std::unique_lock lock(mutex_);
        is_dismissed_ = true;
        if (!has_ended_) {
            hand_over(lock, true);
        }
    }
    thread_.join();
}

void ResumableRun::resume() {
    if (has_ended_) {
        return;
    }
    {
        std::unique_lock lock(mutex_);
        if (!thread_.joinable()) {
            try {
                thread_ = std::thread([this] {
                    std::unique_lock own(mutex_);
                    changed_.wait(own, [this] { return is_its_turn_; });
                    own.unlock();
                    run();
                    own.lock();
                    has_ended_ = true;
                    is_its_turn_ = false;
                    changed_.notify_all();
                });
            } catch (const std::system_error&) {
                is_alone_ = true;
            }
        }
        if (!is_alone_) {
            hand_over(lock, true);
        }
    }
    if (is_alone_) {
        run();
        has_ended_ = true;
    }
    if (thrown_) {
        std::rethrow_exception(std::exchange(thrown_, nullptr));
    }
}

void ResumableRun::pause() {
    if (is_alone_ || is_dismissed_) {
        return;
    }
    std::unique_lock lock(mutex_);
    hand_over(lock, false);
}

void ResumableRun::run() {
    try {
        function_(*this);
    } catch (...) {
        thrown_ = std::current_exception();
    }
}

void ResumableRun::hand_over(std::unique_lock<std::mutex>& lock, bool to_function) {
    is_its_turn_ = to_function;
    changed_.notify_all();
    changed_.wait(lock, [&] { return is_its_turn_ != to_function; });
}

}  // namespace arenascope
