#include "qt/tasks/work_pool.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include <QCoreApplication>
#include <QSemaphore>
#include <QThread>

#include "qt/tasks/thread_priority.h"

namespace arenascope {
namespace {

// Results are delivered through the application object, which must not go before.
void wait_at_exit() {
    work_pool().waitForDone();
    urgent_pool().waitForDone();
}

/// Starts the threads of a pool, and keeps them: a thread that cannot start for lack of memory would leave its work
/// undone for ever, and the pool would wait for it.
void start_threads(QThreadPool& pool) {
    pool.setExpiryTimeout(-1);
    const auto gate = std::make_shared<QSemaphore>();
    const int threads = pool.maxThreadCount();
    for (int i = 0; i < threads; ++i) {
        pool.start([gate] {
            yield_to_window();
            gate->acquire();
        });
    }
    gate->release(threads);
}

/// The only pool of its kind, with its threads.
class StartedPool {
public:
    StartedPool() {
        qAddPostRoutine(wait_at_exit);
        start_threads(pool_);
    }
    [[nodiscard]] QThreadPool& pool() { return pool_; }

private:
    QThreadPool pool_;
};

void change_urgent_work(int change) {
    static std::mutex mutex;
    static int count = 0;
    const std::lock_guard lock(mutex);
    count += change;
    const int processors = QThread::idealThreadCount();
    work_pool().setMaxThreadCount(count > 0 ? std::max(1, processors / 2) : processors);
}

}  // namespace

QThreadPool& work_pool() {
    static StartedPool started;
    return started.pool();
}

QThreadPool& urgent_pool() {
    static StartedPool started;
    return started.pool();
}

UrgentWork::UrgentWork() {
    change_urgent_work(1);
}

UrgentWork::~UrgentWork() {
    change_urgent_work(-1);
}

bool has_background_work() {
    return work_pool().activeThreadCount() > 0 || urgent_pool().activeThreadCount() > 0;
}

}  // namespace arenascope
