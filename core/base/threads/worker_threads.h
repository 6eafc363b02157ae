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

/// Threads that help the thread that started them. An exception in a worker, for instance std::bad_alloc, does not end
/// the program: join() rethrows it in the starting thread.
class WorkerThreads {
public:
    /// Runs `work(i)` for i from 1 to `count`, each on its own thread. Runs fewer if the system cannot create more
    /// threads.
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

    /// Waits for all workers, at most for `time`; true if all have ended.
    [[nodiscard]] bool wait_for(std::chrono::microseconds time) {
        std::unique_lock lock(mutex_);
        return one_ended_.wait_for(lock, time, [this] { return running_ == 0; });
    }

    /// Waits for all workers, then rethrows the first exception that one of them threw.
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

    std::mutex mutex_;  ///< guards all members below except `threads_`
    std::condition_variable one_ended_;
    std::size_t running_ = 0;
    std::exception_ptr thrown_;
    std::vector<std::thread> threads_;
};

}  // namespace arenascope
