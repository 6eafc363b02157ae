#include "qt/tasks/background_task.h"

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <thread>
#include <utility>

#ifdef __linux__
#include <unistd.h>

#include <sys/resource.h>
#endif

#include <QSemaphore>
#include <QSignalSpy>
#include <QThread>
#include <QThreadPool>

#include "tests/support/test_registry.h"

using namespace arenascope;

class BackgroundTaskTest : public QObject {
    Q_OBJECT

private slots:
    void works_on_another_thread_and_delivers_on_this_one() {
        BackgroundTask task;
        const QThread* worker = nullptr;
        const QThread* receiver = nullptr;
        task.start([] { return QThread::currentThread(); },
                   [&](const QThread* thread) {
                       worker = thread;
                       receiver = QThread::currentThread();
                   });
        QVERIFY(task.is_running());
        QTRY_VERIFY(receiver != nullptr);
        QVERIFY(worker != receiver);
        QCOMPARE(receiver, QThread::currentThread());
        QVERIFY(!task.is_running());
    }

    void reports_that_memory_ran_out_instead_of_a_result() {
        BackgroundTask task;
        QSignalSpy told(&task, &BackgroundTask::ran_out_of_memory);
        bool delivered = false;
        task.start([]() -> int { throw std::bad_alloc(); }, [&](int) { delivered = true; });
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(!task.is_running());
        QVERIFY(!delivered);
        task.start([]() -> int { throw std::length_error("vector"); }, [&](int) { delivered = true; });
        QTRY_COMPARE(told.size(), 2);
        QVERIFY(!delivered);
    }

    void long_work_sees_that_it_is_outdated_and_stops() {
        BackgroundTask task;
        const auto has_begun = std::make_shared<QSemaphore>();
        const auto has_stopped = std::make_shared<QSemaphore>();
        task.start(
            [has_begun, has_stopped](const Outdated& outdated) {
                has_begun->release();
                while (!outdated()) {
                    QThread::yieldCurrentThread();
                }
                has_stopped->release();
                return 0;
            },
            [](int) {});
        QVERIFY(has_begun->tryAcquire(1, 10'000));
        QVERIFY(!has_stopped->tryAcquire(1, 20));
        task.abandon();
        QVERIFY(has_stopped->tryAcquire(1, 10'000));
    }

    void delivers_only_the_latest_result() {
        BackgroundTask task;
        const auto gate = std::make_shared<QSemaphore>();
        QList<int> delivered;
        task.start(
            [gate] {
                gate->acquire();
                return 1;
            },
            [&](int number) { delivered.append(number); });
        task.start([] { return 2; }, [&](int number) { delivered.append(number); });
        QTRY_COMPARE(delivered, QList<int>{2});
        gate->release();
        work_pool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(delivered, QList<int>{2});
    }

    void does_not_deliver_abandoned_work() {
        BackgroundTask task;
        bool delivered = false;
        task.start([] { return 1; }, [&](int) { delivered = true; });
        task.abandon();
        QVERIFY(!task.is_running());
        work_pool().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }

    void skips_work_that_is_outdated_before_it_starts() {
        QThreadPool& pool = work_pool();
        const int threads = pool.maxThreadCount();
        pool.setMaxThreadCount(1);
        const auto gate = std::make_shared<QSemaphore>();
        const auto runs = std::make_shared<std::atomic<int>>(0);
        pool.start([gate] { gate->acquire(); });
        BackgroundTask task;
        int delivered = 0;
        for (int number = 1; number <= 5; ++number) {
            task.start(
                [runs, number] {
                    ++*runs;
                    return number;
                },
                [&](int result) { delivered = result; });
        }
        gate->release();
        QTRY_COMPARE(delivered, 5);
        QCOMPARE(runs->load(), 1);
        pool.setMaxThreadCount(threads);
    }

    void work_does_not_keep_the_threads_busy_that_paint() {
        const auto gate = std::make_shared<QSemaphore>();
        std::array<BackgroundTask, 8> tasks;
        hold_threads(tasks, gate);
        const auto painted = std::make_shared<QSemaphore>();
        QThreadPool::globalInstance()->start([painted] { painted->release(); });
        const bool is_painted = painted->tryAcquire(1, 10'000);
        gate->release(static_cast<int>(tasks.size()));
        work_pool().waitForDone();
        QVERIFY(is_painted);
    }

    void urgent_work_does_not_wait_for_other_work() {
        const auto gate = std::make_shared<QSemaphore>();
        std::array<BackgroundTask, 64> tasks;
        hold_threads(tasks, gate);
        BackgroundTask urgent;
        int delivered = 0;
        urgent.start([] { return 1; }, [&](int number) { delivered = number; }, 1);
        const bool is_delivered = QTest::qWaitFor([&] { return delivered == 1; });
        QVERIFY(has_background_work());
        gate->release(static_cast<int>(tasks.size()));
        work_pool().waitForDone();
        QVERIFY(is_delivered);
        QTRY_VERIFY(!has_background_work());
    }

    void less_other_work_starts_while_urgent_work_is_there() {
        const int processors = QThread::idealThreadCount();
        QTRY_COMPARE(work_pool().maxThreadCount(), processors);
        const auto gate = std::make_shared<QSemaphore>();
        BackgroundTask urgent;
        bool is_delivered = false;
        urgent.start(
            [gate] {
                gate->acquire();
                return 1;
            },
            [&](int) {
                is_delivered = true;
                QCOMPARE(work_pool().maxThreadCount(), std::max(1, processors / 2));
            },
            1);
        QCOMPARE(work_pool().maxThreadCount(), std::max(1, processors / 2));
        gate->release();
        QTRY_VERIFY(is_delivered);
        QTRY_COMPARE(work_pool().maxThreadCount(), processors);
        urgent.start([] { return 1; }, [](int) {}, 1);
        urgent.abandon();
        QTRY_COMPARE(work_pool().maxThreadCount(), processors);
    }

#ifdef __linux__
    void lets_the_window_go_first() {
        const auto niceness = [] { return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())); };
        const int own = niceness();
        for (const int priority : {0, 1}) {
            std::pair<int, int> found;
            BackgroundTask task;
            task.start(
                [niceness] {
                    int below = 0;
                    std::thread([&] { below = niceness(); }).join();
                    return std::pair(niceness(), below);
                },
                [&found](std::pair<int, int> each) { found = each; }, priority);
            QTRY_VERIFY(!task.is_running());
            QVERIFY(found.first > own || own == 19);
            QCOMPARE(found.second, found.first);
        }
        QCOMPARE(niceness(), own);
    }
#endif

    void may_be_destroyed_during_work() {
        bool delivered = false;
        {
            BackgroundTask task;
            task.start([] { return 1; }, [&](int) { delivered = true; });
        }
        work_pool().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }

private:
    /// Starts work that ends when the gate has been released once for each task.
    static void hold_threads(std::span<BackgroundTask> tasks, const std::shared_ptr<QSemaphore>& gate) {
        for (BackgroundTask& task : tasks) {
            task.start(
                [gate] {
                    gate->acquire();
                    return 1;
                },
                [](int) {});
        }
    }
};

ARENASCOPE_TEST(BackgroundTaskTest)
#include "background_task_test.moc"
