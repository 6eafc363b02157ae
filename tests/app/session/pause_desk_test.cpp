#include "app/session/pause_desk.h"

#include <thread>

#include "tests/support/test_registry.h"

using namespace arenascope;

class PauseDeskTest : public QObject {
    Q_OBJECT

private slots:
    void an_answer_may_come_before_the_question() {
        PauseDesk desk;
        desk.answer(PauseAnswer::step);
        QCOMPARE(desk.wait(), PauseAnswer::step);
    }

    void a_thread_waits_for_its_answer() {
        PauseDesk desk;
        PauseAnswer given = PauseAnswer::cancel;
        {
            const std::jthread planner([&] { given = desk.wait(); });
            desk.answer(PauseAnswer::resume);
        }
        QCOMPARE(given, PauseAnswer::resume);
    }

    void every_breakpoint_stops_until_it_is_disabled() {
        PauseDesk desk;
        QVERIFY(desk.still_stops(0) && desk.still_stops(1));
        desk.set_stopping({true, false});
        QVERIFY(desk.still_stops(0) && !desk.still_stops(1));
    }

    void nobody_waits_after_cancel() {
        PauseDesk desk;
        {
            const std::jthread planner([&] { QCOMPARE(desk.wait(), PauseAnswer::cancel); });
            desk.cancel();
        }
        QVERIFY(desk.is_cancelled());
        QCOMPARE(desk.wait(), PauseAnswer::cancel);
        desk.answer(PauseAnswer::resume);
        QCOMPARE(desk.wait(), PauseAnswer::cancel);
    }
};

ARENASCOPE_TEST(PauseDeskTest)
#include "pause_desk_test.moc"
