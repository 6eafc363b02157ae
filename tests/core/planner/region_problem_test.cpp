#include "core/planner/region_problem.h"

#include "core/planner/planning.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Problem problem_of_two_regions() {
    Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
    problem.regions.push_back({.name = "second", .alignment = Bytes(*rc::gen::element<std::int64_t>(1, 4))});
    for (Buffer& each : problem.buffers) {
        each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
    }
    return problem;
}

}  // namespace

class RegionProblemTest : public QObject {
    Q_OBJECT

private slots:
    void it_holds_the_buffers_of_its_region_in_their_order() {
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 0, 2, 4), buffer("c", 1, 3, 5)});
        problem.regions.push_back({.name = "second", .capacity = Bytes(9)});
        problem.buffers[0].region = RegionIndex(1);
        problem.buffers[2].region = RegionIndex(1);
        const RegionProblem part(problem, RegionIndex(1));
        QCOMPARE(part.problem().buffers.size(), std::size_t{2});
        QCOMPARE(part.problem().buffers[1].name, problem.buffers[2].name);
        QCOMPARE(part.problem().regions.size(), std::size_t{1});
        QCOMPARE(part.problem().regions[0].capacity, std::optional(Bytes(9)));

        Layout whole = empty_layout(problem);
        whole.placements[1] = Placement{Offset(7), RegionIndex(0)};
        Layout own = empty_layout(part.problem());
        own.placements[1] = Placement{Offset(2), RegionIndex(0)};
        part.put_into(whole, own);
        QVERIFY(!whole.placements[0]);
        QVERIFY(*whole.placements[1] == (Placement{Offset(7), RegionIndex(0)}));
        QVERIFY(*whole.placements[2] == (Placement{Offset(2), RegionIndex(1)}));
        QVERIFY(part.taken_from(whole) == own);
    }

    void a_problem_with_one_region_is_its_own_part() {
        const Problem problem = problem_of({buffer("a", 0, 2, 3)});
        QCOMPARE(&RegionProblem(problem, RegionIndex(0)).problem(), &problem);
    }

    void planners_that_plan_each_region_by_itself_place_a_part_as_in_the_whole() {
        QVERIFY(rc::check("parts", [] {
            const Problem problem = problem_of_two_regions();
            const auto name = *rc::gen::element<std::string>("peak-suppression", "hill-climb", "exact");
            const PlanOrder order{.planner = name, .settings = {{"work", "20000"}}};
            const auto whole = run_planner(problem, empty_layout(problem), order);
            Layout joined = empty_layout(problem);
            for (std::size_t i = 0; i < problem.regions.size(); ++i) {
                const RegionProblem part(problem, RegionIndex(i));
                const auto plan = run_planner(part.problem(), empty_layout(part.problem()), order);
                part.put_into(joined, plan->result.layout);
            }
            RC_ASSERT(joined.placements == whole->result.layout.placements);
        }));
    }
};

ARENASCOPE_TEST(RegionProblemTest)
#include "region_problem_test.moc"
