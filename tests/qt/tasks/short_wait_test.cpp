#include "qt/tasks/short_wait.h"

#include <new>

#include <QSemaphore>
#include <QSignalSpy>
#include <QThread>

#include "qt/tasks/background_task.h"
#include "tests/support/large_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::size_t few = most_handled_at_once;
constexpr std::size_t many = most_handled_at_once + 1;

/// The window waits for so long, until the test ends.
class LongestWait {
public:
    explicit LongestWait(std::chrono::milliseconds longest) { set_longest_wait(longest); }
    ~LongestWait() { set_longest_wait(std::chrono::seconds(30)); }
    LongestWait(const LongestWait&) = delete;
    LongestWait& operator=(const LongestWait&) = delete;
};

}  // namespace

class ShortWaitTest : public QObject {
    Q_OBJECT

private slots:
    void a_plan_is_large_if_a_pass_over_it_takes_long() {
        QVERIFY(!is_large(test::placed_plan({{"a"}}).problem));
        QVERIFY(!is_large(test::large_plan(few).problem));
        QVERIFY(is_large(test::large_plan(many).problem));
    }

    void what_is_ready_within_the_wait_is_delivered_at_once_and_only_once() {
        BackgroundTask task;
        QList<const QThread*> workers;
        bool was_outdated = true;
        const auto work = [&](const Outdated& outdated) {
            was_outdated = outdated();
            return QThread::currentThread();
        };
        QVERIFY(task.run(few, work, [&](const QThread* thread) { workers << thread; }));
        QVERIFY(!task.is_running());
        QVERIFY(!was_outdated);
        QCOMPARE(workers.size(), 1);
        QVERIFY(workers.front() != QThread::currentThread());
        work_pool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(workers.size(), 1);
    }

    void work_on_many_elements_is_not_waited_for() {
        BackgroundTask task;
        int delivered = 0;
        QVERIFY(!task.run(
            many, [] { return 1; }, [&](int result) { delivered = result; }));
        QVERIFY(task.is_running() && delivered == 0);
        QTRY_COMPARE(delivered, 1);
        QVERIFY(!task.is_running());
    }

    void what_takes_longer_than_the_wait_is_delivered_later() {
        const LongestWait wait(std::chrono::milliseconds(1));
        BackgroundTask task;
        QSemaphore may_end;
        int delivered = 0;
        const auto work = [&] {
            may_end.acquire();
            return 1;
        };
        QVERIFY(!task.run(few, work, [&](int result) { delivered = result; }));
        QVERIFY(task.is_running() && delivered == 0);
        may_end.release();
        QTRY_COMPARE(delivered, 1);
    }

    void the_waits_of_one_turn_of_the_event_loop_have_one_limit() {
        const LongestWait wait(std::chrono::milliseconds(20));
        QSemaphore never;
        QVERIFY(!is_ready_shortly(never));
        // One wait after the other would take longer than a test may.
        for (int i = 0; i < 20'000; ++i) {
            QVERIFY(!is_ready_shortly(never));
        }
        QSemaphore ready(1);
        QVERIFY(is_ready_shortly(ready));
        QCoreApplication::processEvents();
    }

    void the_lack_of_memory_is_told_at_once_too() {
        BackgroundTask task;
        QSignalSpy told(&task, &BackgroundTask::ran_out_of_memory);
        bool delivered = false;
        QVERIFY(task.run(
            few, []() -> int { throw std::bad_alloc(); }, [&](int) { delivered = true; }));
        QCOMPARE(told.size(), 1);
        QVERIFY(!delivered && !task.is_running());
    }

    void what_is_delivered_may_begin_the_next_work() {
        BackgroundTask task;
        QList<int> delivered;
        task.run(
            few, [] { return 1; },
            [&](int first) {
                delivered << first;
                task.run(
                    few, [] { return 2; }, [&](int second) { delivered << second; });
            });
        QCOMPARE(delivered, (QList<int>{1, 2}));
    }

    void a_small_plan_takes_the_place_of_a_large_one_that_is_still_worked_on() {
        BackgroundTask task;
        QSemaphore may_end;
        QList<int> delivered;
        const auto deliver = [&](int result) { delivered << result; };
        const auto wait = [&] {
            may_end.acquire();
            return 1;
        };
        task.run(many, wait, deliver);
        task.run(
            few, [] { return 2; }, deliver);
        may_end.release();
        work_pool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(delivered, QList<int>{2});
    }
};

ARENASCOPE_TEST(ShortWaitTest)
#include "short_wait_test.moc"
