#include "core/planner/peak_suppression/search_turns.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class SearchTurnsTest : public QObject {
    Q_OBJECT

    using Kind = SearchTurns::Kind;

private slots:
    void the_one_with_fewer_visits_comes_next() {
        SearchTurns turns;
        QVERIFY(turns.next() == Kind::beam);
        turns.take(Kind::beam, 100, false);
        QVERIFY(turns.next() == Kind::capacity);
        turns.take(Kind::capacity, 60, false);
        QVERIFY(turns.next() == Kind::capacity);
        turns.take(Kind::capacity, 60, false);
        QVERIFY(turns.next() == Kind::beam);
    }

    void whoever_found_the_last_lower_tail_gets_twice_the_work() {
        SearchTurns turns;
        turns.take(Kind::beam, 100, false);
        turns.take(Kind::capacity, 10, true);
        // Both are even now, and the clock of the search goes at half the speed.
        QVERIFY(turns.next() == Kind::beam);
        turns.take(Kind::beam, 50, false);
        turns.take(Kind::capacity, 98, false);
        QVERIFY(turns.next() == Kind::capacity);
        turns.take(Kind::capacity, 4, false);
        QVERIFY(turns.next() == Kind::beam);
    }

    void favour_passes_to_the_other_one() {
        SearchTurns turns;
        turns.take(Kind::capacity, 10, true);
        turns.take(Kind::beam, 10, true);
        turns.take(Kind::beam, 18, true);
        QVERIFY(turns.next() == Kind::capacity);
        turns.take(Kind::capacity, 10, false);
        QVERIFY(turns.next() == Kind::beam);
    }
};

ARENASCOPE_TEST(SearchTurnsTest)
#include "search_turns_test.moc"
