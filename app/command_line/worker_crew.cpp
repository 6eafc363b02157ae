#include "app/command_line/worker_crew.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "core/base/threads/worker_threads.h"

namespace arenascope {
namespace {

class Crew {
public:
    explicit Crew(const CrewOrder& order) : order_(order) {}

    bool run() {
        WorkerThreads others(std::min(order_.jobs, order_.tasks) - 1, [this](std::size_t) { work(); });
        work();
        others.join();
        return goes_on_;
    }

private:
    void work() {
        std::unique_lock lock(mutex_);
        while (may_go_on() && next_ < order_.tasks) {
            const std::size_t task = next_++;
            ProcessOrder process;
            process.words = order_.arguments(task);
            process.words.insert(process.words.begin(), "/proc/self/exe");
            process.output_limit = order_.most_bytes;
            process.seconds = order_.time_limit;
            process.stop = [this] {
                const std::lock_guard asking(mutex_);
                return !may_go_on();
            };
            lock.unlock();
            const auto begin = std::chrono::steady_clock::now();
            WorkerEnd end{run_process(process)};
            end.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            lock.lock();
            goes_on_ = goes_on_ && end.process.end != ProcessEnd::stopped && order_.ended(task, end);
        }
    }

    [[nodiscard]] bool may_go_on() {
        goes_on_ = goes_on_ && !order_.stop();
        return goes_on_;
    }

    const CrewOrder& order_;
    std::mutex mutex_;
    std::size_t next_ = 0;
    bool goes_on_ = true;
};

}  // namespace

bool run_crew(const CrewOrder& order) {
    return order.tasks == 0 || Crew(order).run();
}

}  // namespace arenascope
