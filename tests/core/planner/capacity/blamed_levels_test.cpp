#include "core/planner/capacity/blamed_levels.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class BlamedLevelsTest : public QObject {
    Q_OBJECT

private slots:
    void hold_what_was_added_once() {
        BlamedLevels blamed;
        blamed.reach(4);
        blamed.add(3);
        blamed.add(-1);
        blamed.add(1);
        blamed.add(3);
        QCOMPARE(blamed.levels(), (std::vector<std::int32_t>{3, 1}));
        QVERIFY(blamed.has(3) && blamed.has(1) && !blamed.has(0) && !blamed.has(2));
    }

    void are_empty_after_clearing_and_grow() {
        BlamedLevels blamed;
        blamed.reach(1);
        blamed.add(0);
        blamed.clear();
        blamed.reach(3);
        QVERIFY(blamed.levels().empty());
        QVERIFY(!blamed.has(0) && !blamed.has(2));
    }
};

ARENASCOPE_TEST(BlamedLevelsTest)
#include "blamed_levels_test.moc"
