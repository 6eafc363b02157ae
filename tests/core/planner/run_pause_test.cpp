#include "core/planner/run_pause.h"

#include <thread>

#include "tests/support/test_registry.h"

using namespace arenascope;

class RunPauseTest : public QObject {
    Q_OBJECT

private slots:
    void nobody_waits_while_nothing_is_held() {
        RunPause pause;
        pause.wait();
        QVERIFY(pause.length() == RunPause::Clock::duration());
        QVERIFY(!pause.is_cancelled());
    }

    void another_thread_waits_until_the_hold_ends() {
        RunPause pause;
        std::atomic<bool> has_ended = false;
        std::atomic<bool> came_early = false;
        std::jthread other;
        {
            const RunPause::Hold hold(pause);
            other = std::jthread([&] {
                pause.wait();
                came_early = !has_ended;
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            has_ended = true;
        }
        other.join();
        QVERIFY(!came_early);
    }

    void what_it_holds_up_adds_up() {
        RunPause pause;
        for (int i = 1; i <= 2; ++i) {
            {
                const RunPause::Hold hold(pause);
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            QVERIFY(pause.length() >= i * std::chrono::milliseconds(2));
        }
    }
};

ARENASCOPE_TEST(RunPauseTest)
#include "run_pause_test.moc"
