#include "core/base/threads/worker_threads.h"

#include <atomic>
#include <new>

#include "tests/support/test_registry.h"

using namespace arenascope;

class WorkerThreadsTest : public QObject {
    Q_OBJECT

private slots:
    void each_thread_does_its_own_part() {
        std::atomic<std::size_t> sum = 0;
        WorkerThreads threads(4, [&](std::size_t thread) { sum += thread; });
        threads.join();
        QCOMPARE(sum.load(), std::size_t{1 + 2 + 3 + 4});
        QVERIFY(threads.wait_for(std::chrono::microseconds(0)));
    }

    void zero_threads_are_allowed() {
        WorkerThreads threads(0, [](std::size_t) {});
        QVERIFY(threads.wait_for(std::chrono::microseconds(0)));
        threads.join();
    }

    void join_rethrows_that_memory_ran_out() {
        std::atomic<int> ended = 0;
        WorkerThreads threads(3, [&](std::size_t thread) {
            ++ended;
            if (thread == 2) {
                throw std::bad_alloc();
            }
        });
        QVERIFY_EXCEPTION_THROWN(threads.join(), std::bad_alloc);
        QCOMPARE(ended.load(), 3);
    }

    void the_destructor_waits_for_all() {
        std::atomic<int> ended = 0;
        {
            WorkerThreads threads(3, [&](std::size_t) { ++ended; });
        }
        QCOMPARE(ended.load(), 3);
    }
};

ARENASCOPE_TEST(WorkerThreadsTest)
#include "worker_threads_test.moc"
