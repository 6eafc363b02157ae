#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace arenascope {

/// Threads that help the one that started them. What one of them throws, such as that memory ran out, is thrown to
/// that one when it joins them: it never ends the program.
class WorkerThreads {
public:
    /// Runs `work(i)` for i from 1 to `count`, each on a thread of its own; for fewer where the system has no room for
    /// more threads.
    template <class Work>
    WorkerThreads(std::size_t count, Work work) {
        threads_.reserve(count);
        for (std::size_t i = 1; i <= count; ++i) {
            const std::lock_guard lock(mutex_);
            try {
                threads_.emplace_back([this, work, i] { run([&] { work(i); }); });
            } catch (const std::system_error&) {
                return;
            }
            ++running_;
        }
    }
    WorkerThreads(const WorkerThreads&) = delete;
    WorkerThreads& operator=(const WorkerThreads&) = delete;
    ~WorkerThreads() { wait(); }

    /// Waits until all have ended, at most so long; true if they have.
    [[nodiscard]] bool wait_for(std::chrono::microseconds time) {
        std::unique_lock lock(mutex_);
        return one_ended_.wait_for(lock, time, [this] { return running_ == 0; });
    }

    /// Waits until all have ended, then throws what the first of them threw that threw anything.
    void join() {
        wait();
        if (thrown_) {
            std::rethrow_exception(std::exchange(thrown_, nullptr));
        }
    }

private:
    template <class Work>
    void run(Work&& work) {
        std::exception_ptr thrown;
        try {
            work();
        } catch (...) {
            thrown = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        thrown_ = thrown_ ? thrown_ : thrown;
        --running_;
        one_ended_.notify_one();
    }

    void wait() {
        for (std::thread& thread : threads_) {
            thread.join();
        }
        threads_.clear();
    }

    std::mutex mutex_;  ///< for what follows, except the threads
    std::condition_variable one_ended_;
    std::size_t running_ = 0;
    std::exception_ptr thrown_;
    std::vector<std::thread> threads_;
};

}  // namespace arenascope
