#include "python/native/waited_run.h"

#include <utility>

#include <pybind11/pybind11.h>

namespace arenascope {

namespace py = pybind11;

StopToken WaitedRun::stop() {
    return [this] { return is_stopped_.load(std::memory_order_relaxed); };
}

ProgressSink WaitedRun::progress() {
    if (!deliver_) {
        return {};
    }
    return [this](const Progress& progress) {
        const std::lock_guard lock(mutex_);
        last_ = progress;
        last_->improved = nullptr;  // it lives only as long as this call
    };
}

void WaitedRun::finish() {
    const std::lock_guard lock(mutex_);
    is_finished_ = true;
    finished_.notify_all();
}

void WaitedRun::deliver_last() {
    std::optional<Progress> last;
    {
        const std::lock_guard lock(mutex_);
        last = std::exchange(last_, std::nullopt);
    }
    if (last && deliver_) {
        deliver_(*last);
    }
}

void WaitedRun::wait(std::thread& worker) {
    constexpr std::chrono::milliseconds period(50);
    const auto is_finished_within = [this](std::chrono::milliseconds limit) {
        const py::gil_scoped_release released;
        std::unique_lock lock(mutex_);
        return finished_.wait_for(lock, limit, [this] { return is_finished_; });
    };
    const auto join = [&worker] {
        const py::gil_scoped_release released;
        worker.join();
    };
    try {
        while (!is_finished_within(period)) {
            if (PyErr_CheckSignals() != 0) {
                throw py::error_already_set();
            }
            deliver_last();
        }
        deliver_last();
    } catch (...) {
        is_stopped_ = true;
        join();
        throw;
    }
    join();
}

}  // namespace arenascope
