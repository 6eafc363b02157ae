#include "core/analysis/explain/capacity_breach.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class LackOfRoomTest : public QObject {
    Q_OBJECT

private slots:
    void gives_missing_bytes_and_the_largest_free_area() {
        PlacedPlan plan = placed_plan(
            {{"low", 0, 4, 20, 10}, {"high", 2, 6, 30, 50}, {"before", 0, 1, 100, 0}, {"subject", 1, 3, 25, 0}});
        plan.layout.placements[3].reset();
        QVERIFY(!lack_of_room(plan.problem, plan.layout, BufferIndex(3)));
        plan.problem.regions[0].capacity = Bytes(90);
        const auto lack = lack_of_room(plan.problem, plan.layout, BufferIndex(3));
        QVERIFY(lack == std::optional(Misfit{BufferIndex(3), Bytes(15), Bytes(20)}));
        QVERIFY(!lack_of_room(plan.problem, plan.layout, BufferIndex(0)));
    }

    void a_buffer_that_would_fit_lacks_nothing() {
        PlacedPlan plan = placed_plan({{"low", 0, 4, 20, 0}, {"subject", 1, 3, 25, 0}});
        plan.layout.placements[1].reset();
        plan.problem.regions[0].capacity = Bytes(45);
        QVERIFY(lack_of_room(plan.problem, plan.layout, BufferIndex(1)) ==
                std::optional(Misfit{BufferIndex(1), Bytes(0), Bytes(25)}));
    }
};

ARENASCOPE_TEST(LackOfRoomTest)
#include "lack_of_room_test.moc"
