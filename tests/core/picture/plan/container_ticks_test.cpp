#include "core/picture/plan/axis_drawing.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

struct Stacked {
    test::PlacedPlan plan = placed_plan({{"a", 0, 4, 100, 0}, {"b", 0, 4, 100, 0}});
    std::vector<Container> stack;

    Stacked() {
        plan.problem.regions = {Region{"core 0"}, Region{"core 1"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        stack = containers(plan.problem, plan.layout);
    }

    [[nodiscard]] ContainerTicks ticks(std::size_t position, double height) const {
        const Viewport viewport{whole_view(plan.problem, stack), {0, 0, 100, height}};
        return container_ticks(stack[position], viewport, Unit::bytes, 40, 12, false);
    }
};

}  // namespace

class ContainerTicksTest : public QObject {
    Q_OBJECT

private slots:
    void numbers_begin_at_0_in_each_container() {
        const Stacked two;
        const ContainerTicks upper = two.ticks(1, 400);
        QVERIFY(upper.ticks.size() >= 2);
        QCOMPARE(upper.ticks[0].label, std::string("0"));
        QCOMPARE(upper.positions[0], two.stack[1].shift);
        QCOMPARE(upper.positions[1], two.stack[1].shift + upper.ticks[1].value);
    }

    void the_highest_number_leaves_space_for_the_next_zero() {
        Stacked two;
        two.stack[0].highest = 101;  // its highest tick is at 100
        two.stack[1].shift = 101;
        for (const Tick& tick : two.ticks(0, 400).ticks) {
            QVERIFY(tick.value < 100);
        }
        two.stack[0].highest = 150;
        two.stack[1].shift = 150;
        QCOMPARE(two.ticks(0, 400).ticks.back().value, std::int64_t{100});
    }

    void a_low_container_shows_only_0_and_a_very_low_one_nothing() {
        const Stacked two;
        QCOMPARE(two.ticks(0, 60).ticks.size(), std::size_t{1});
        QCOMPARE(two.ticks(0, 60).ticks[0].label, std::string("0"));
        QVERIFY(two.ticks(0, 20).ticks.empty());
    }
};

ARENASCOPE_TEST(ContainerTicksTest)
#include "container_ticks_test.moc"
