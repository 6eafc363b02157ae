#include "core/planner/container/crowded_times.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

// The offsets are compared with those of a plain container in rectangle_container_test.
class CrowdedTimesTest : public QObject {
    Q_OBJECT

private slots:
    void a_place_is_free_at_all_times() {
        CrowdedTimes times(5);
        times.take(0, 2, 0, 10);
        times.take(3, 5, 10, 20);
        QCOMPARE(times.lowest_fit(0, 3, 4, Bytes(1)), 10);
        QCOMPARE(times.lowest_fit(2, 3, 4, Bytes(1)), 0);
        QCOMPARE(times.lowest_fit(3, 5, 4, Bytes(1)), 0);
        QCOMPARE(times.lowest_fit(3, 5, 11, Bytes(1)), 20);
        QCOMPARE(times.lowest_fit(0, 5, 4, Bytes(1)), 20);
    }

    void the_smallest_place_counts_what_is_free_at_all_times() {
        CrowdedTimes times(4);
        times.take(0, 4, 10, 20);  // 10 bytes below
        times.take(0, 1, 28, 40);  // 8 bytes until here at time 0
        times.take(3, 4, 25, 40);  // and 5 at time 3
        QCOMPARE(times.best_fit(0, 4, 4, Bytes(1)), 20);
        QCOMPARE(times.best_fit(0, 2, 4, Bytes(1)), 20);
        QCOMPARE(times.best_fit(0, 4, 6, Bytes(1)), 0);
        QCOMPARE(times.best_fit(0, 4, 11, Bytes(1)), 40);
        QCOMPARE(times.best_fit(1, 3, 11, Bytes(1)), 20);
    }

    void alignment_takes_room_from_a_place() {
        CrowdedTimes times(2);
        times.take(0, 2, 0, 3);
        times.take(0, 2, 9, 12);
        times.take(0, 1, 21, 22);
        QCOMPARE(times.lowest_fit(0, 2, 5, Bytes(4)), 4);
        QCOMPARE(times.lowest_fit(0, 2, 6, Bytes(4)), 12);
        QCOMPARE(times.best_fit(0, 1, 9, Bytes(4)), 12);
        QCOMPARE(times.best_fit(0, 1, 10, Bytes(4)), 24);
    }
};

ARENASCOPE_TEST(CrowdedTimesTest)
#include "crowded_times_test.moc"
