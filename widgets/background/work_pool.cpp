#include "widgets/background/work_pool.h"

#include <algorithm>
#include <mutex>

#include <QCoreApplication>
#include <QThread>

namespace arenascope {
namespace {

// Results are delivered through the application object, which must not go before.
void wait_at_exit() {
    work_pool().waitForDone();
    urgent_pool().waitForDone();
}

/// Before the first work of either pool.
void wait_once_at_exit() {
    [[maybe_unused]] static const bool is_waited_for = [] {
        qAddPostRoutine(wait_at_exit);
        return true;
    }();
}

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
    static QThreadPool pool;
    wait_once_at_exit();
    return pool;
}

QThreadPool& urgent_pool() {
    static QThreadPool pool;
    wait_once_at_exit();
    return pool;
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
