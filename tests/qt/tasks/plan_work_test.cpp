#include "qt/tasks/plan_work.h"

#include <QSemaphore>
#include <QThread>

#include "tests/support/large_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class PlanWorkTest : public QObject {
    Q_OBJECT

private slots:
    void a_plan_is_large_if_a_pass_over_it_takes_long() {
        QVERIFY(!is_large(test::placed_plan({{"a"}}).problem));
        QVERIFY(!is_large(test::large_plan(most_handled_at_once).problem));
        QVERIFY(is_large(test::large_plan(most_handled_at_once + 1).problem));
    }

    void work_on_a_small_plan_is_done_at_once() {
        BackgroundTask task;
        const QThread* worker = nullptr;
        work_on_plan(
            task, false, [] { return QThread::currentThread(); }, [&](const QThread* thread) { worker = thread; });
        QCOMPARE(worker, QThread::currentThread());
        bool was_outdated = true;
        work_on_plan(
            task, false, [](const Outdated& outdated) { return outdated(); }, [&](bool is) { was_outdated = is; });
        QVERIFY(!was_outdated);
        QVERIFY(!task.is_running());
    }

    void work_on_a_large_plan_is_done_on_another_thread() {
        BackgroundTask task;
        const QThread* worker = nullptr;
        work_on_plan(
            task, true, [] { return QThread::currentThread(); }, [&](const QThread* thread) { worker = thread; });
        QVERIFY(worker == nullptr && task.is_running());
        QTRY_VERIFY(worker != nullptr);
        QVERIFY(worker != QThread::currentThread());
    }

    void a_small_plan_takes_the_place_of_a_large_one_that_is_still_worked_on() {
        BackgroundTask task;
        QSemaphore may_end;
        std::vector<int> delivered;
        const auto deliver = [&](int result) { delivered.push_back(result); };
        const auto wait = [&] {
            may_end.acquire();
            return 1;
        };
        work_on_plan(task, true, wait, deliver);
        work_on_plan(
            task, false, [] { return 2; }, deliver);
        may_end.release();
        work_pool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(delivered, std::vector<int>{2});
    }
};

ARENASCOPE_TEST(PlanWorkTest)
#include "plan_work_test.moc"
