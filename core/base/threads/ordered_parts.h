#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

#include "core/base/threads/worker_threads.h"

namespace arenascope {

/// The threads that work on parts: one for each processor, but not more than help.
[[nodiscard]] inline std::size_t part_threads(std::size_t parts) {
    constexpr std::size_t most_threads = 8;
    const std::size_t processors = std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
    return std::min({parts, processors, most_threads});
}

/// Works on the parts of a whole on several threads, and takes the results in the order of the parts:
///
///   this thread    work(0) take(0) work(2)         take(2) …
///   another one    work(1)         take(1) work(3)         take(3) …
///
/// `work(part, State&)` fills the state of its thread, and `take(part, State&)` empties it and says whether to go on.
/// No two calls of `take` overlap. Returns whether all parts were taken. Rethrows the first exception.
template <class State, class Work, class Take>
bool in_ordered_parts(std::size_t parts, const Work& work, const Take& take) {
    std::mutex mutex;
    std::condition_variable turn;
    std::size_t next = 0;   // to work on
    std::size_t taken = 0;  // parts before this one
    bool is_stopped = false;
    const auto stop = [&] {
        const std::lock_guard lock(mutex);
        is_stopped = true;
        turn.notify_all();
    };
    const auto run = [&] {
        State state{};
        while (true) {
            std::unique_lock lock(mutex);
            if (is_stopped || next == parts) {
                return;
            }
            const std::size_t part = next++;
            lock.unlock();
            work(part, state);
            lock.lock();
            turn.wait(lock, [&] { return is_stopped || taken == part; });
            if (is_stopped) {
                return;
            }
            lock.unlock();
            const bool goes_on = take(part, state);
            lock.lock();
            ++taken;
            is_stopped = !goes_on;
            turn.notify_all();
        }
    };
    const auto run_or_stop = [&] {
        try {
            run();
        } catch (...) {
            stop();
            throw;
        }
    };
    WorkerThreads others(part_threads(parts) - std::min<std::size_t>(parts, 1),
                         [&](std::size_t /*thread*/) { run_or_stop(); });
    run_or_stop();
    others.join();
    return !is_stopped;
}

}  // namespace arenascope
