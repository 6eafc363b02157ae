#include "core/model/memory/region_excess.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class RegionExcessTest : public QObject {
    Q_OBJECT

private slots:
    void the_region_furthest_above_its_own_threshold_need_not_have_the_peak() {
        PlacedPlan plan = placed_plan({{"high", 0, 4, 1000, 0}, {"low", 0, 2, 10, 0}, {"over", 2, 4, 10, 5}});
        plan.problem.regions.push_back({.name = "second"});
        for (const std::size_t i : {1, 2}) {
            plan.problem.buffers[i].region = RegionIndex(1);
            plan.layout.placements[i]->region = RegionIndex(1);
        }
        const auto excess = largest_excess(plan.problem, plan.layout);
        QVERIFY(excess.has_value());
        QCOMPARE(excess->region, RegionIndex(1));
        QCOMPARE(excess->share, 0.5);
        plan.layout.placements[2]->offset = Offset(0);
        QVERIFY(!largest_excess(plan.problem, plan.layout).has_value());
    }
};

ARENASCOPE_TEST(RegionExcessTest)
#include "region_excess_test.moc"
