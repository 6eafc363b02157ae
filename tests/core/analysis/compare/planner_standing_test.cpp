#include "core/analysis/compare/planner_standing.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

PlannerStanding with_peak(std::int64_t peak) {
    PlannerStanding standing;
    standing.peak = Offset(peak);
    return standing;
}

}  // namespace

class PlannerStandingTest : public QObject {
    Q_OBJECT

private slots:
    void takes_all_figures_from_a_plan() {
        const PlacedPlan placed = placed_plan({{"a", 0, 4, 100, 0}, {"b", 2, 6, 100, 120}, {"c", 5, 8, 60, 0}});
        Plan plan;
        plan.problem = placed.problem;
        plan.problem.regions[0].capacity = Bytes(210);
        plan.result.layout = placed.layout;
        plan.result.threshold = Bytes(200);
        plan.result.lower_bound = Bytes(220);
        plan.result.goal = Goal::optimal;
        plan.provenance.planner = "exact";
        plan.seconds = 0.25;
        Layout before = placed.layout;
        before.placements[1]->offset = Offset(100);
        before.placements[2].reset();
        const PlannerStanding standing = standing_of(plan, before);
        QCOMPARE(standing.planner, std::string("exact"));
        QCOMPARE(standing.peak, Offset(220));
        QCOMPARE(over_threshold(standing), Bytes(20));
        QCOMPARE(fragmentation(standing), 0.1);
        QCOMPARE(standing.moved, std::size_t{2});
        QCOMPARE(standing.seconds, 0.25);
        QVERIFY(is_optimal(standing));
        QVERIFY(!standing.fits);
        QVERIFY(standing.goal == Goal::optimal);
    }

    void the_best_is_the_first_of_the_lowest() {
        QVERIFY(!best_of({}).has_value());
        const std::vector<PlannerStanding> standings = {with_peak(30), with_peak(20), with_peak(25), with_peak(20)};
        QCOMPARE(best_of(standings), std::optional<std::size_t>(1));
    }

    void equal_peaks_are_ranked_by_the_total_peak() {
        std::vector<PlannerStanding> standings = {with_peak(20), with_peak(20), with_peak(21), with_peak(20)};
        standings[0].total_peak = Bytes(40);
        standings[1].total_peak = Bytes(35);
        standings[3].total_peak = Bytes(35);
        QCOMPARE(best_of(standings), std::optional<std::size_t>(1));
    }

    void sums_the_peaks_and_thresholds_of_all_regions() {
        PlacedPlan placed = placed_plan({{"a", 0, 4, 100, 0}, {"b", 4, 6, 100, 20}, {"c", 5, 8, 60, 10}});
        placed.problem.regions.push_back({.name = "other"});
        placed.problem.buffers[2].region = RegionIndex(1);
        placed.layout.placements[2]->region = RegionIndex(1);
        Plan plan;
        plan.problem = placed.problem;
        plan.result.layout = placed.layout;
        const PlannerStanding standing = standing_of(plan, placed.layout);
        QCOMPARE(standing.total_peak, Bytes(120 + 70));
        QCOMPARE(standing.total_threshold, Bytes(100 + 60));
    }
};

ARENASCOPE_TEST(PlannerStandingTest)
#include "planner_standing_test.moc"
