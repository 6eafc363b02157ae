#include "core/planner/hill_climb/hill_climb.h"

#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Problem one_above() {
    return problem_of({buffer("a", 1, 4, 4), buffer("b", 4, 8, 2), buffer("c", 4, 6, 3), buffer("d", 3, 6, 4)});
}

/// No layout reaches the threshold: the lowest peak is 7 bytes, although only 6 are in use.
Problem out_of_reach() {
    Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 3)});
    problem.regions.front().alignment = Bytes(4);
    return problem;
}

}  // namespace

class HillClimbTest : public QObject {
    Q_OBJECT

private slots:
    void ends_at_the_threshold() {
        const auto plan = run_planner(one_above(), empty_layout(one_above()), {.planner = "hill-climb"});
        QCOMPARE(plan->result.goal, Goal::at_threshold);
        QCOMPARE(plan->result.initial_peak, Offset(10));
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(9));
    }

    void ends_at_its_limits() {
        const auto none = run_planner(one_above(), empty_layout(one_above()),
                                      {.planner = "hill-climb", .settings = {{"iterations", "0"}}});
        QCOMPARE(none->result.goal, Goal::adjustments_spent);
        const auto idle =
            run_planner(one_above(), empty_layout(one_above()), {.planner = "hill-climb", .settings = {{"work", "0"}}});
        QCOMPARE(idle->result.goal, Goal::work_spent);
        QCOMPARE(peak(idle->problem, idle->result.layout), Offset(10));
    }

    void under_a_time_limit_it_runs_until_it_is_stopped() {
        int asked = 0;
        PlanOrder order{.planner = "hill-climb", .stop = [&] { return ++asked >= 60; }, .time_limit_seconds = 1e6};
        const auto stopped = run_planner(out_of_reach(), empty_layout(out_of_reach()), order);
        QCOMPARE(stopped->result.goal, Goal::stopped);
        QVERIFY(is_complete(stopped->result.layout));
        QVERIFY(!stopped->result.reproducible);
        asked = 0;
        order.settings = {{"work", "100000"}};
        const auto budgeted = run_planner(out_of_reach(), empty_layout(out_of_reach()), order);
        QCOMPARE(budgeted->result.goal, Goal::work_spent);
        QVERIFY(budgeted->result.reproducible);
    }

    void under_a_time_limit_it_ends_where_nothing_can_be_swapped() {
        Problem problem = problem_of({buffer("a", 0, 1, 3), buffer("b", 0, 2, 5)});
        problem.buffers[1].pin = Offset(4);
        const PlanOrder order{.planner = "hill-climb", .time_limit_seconds = 1e6};
        const auto ended = run_planner(problem, empty_layout(problem), order);
        QVERIFY(ended);
        QCOMPARE(ended->result.goal, Goal::complete);
        QVERIFY(ended->result.reproducible);
    }

    void a_swap_that_keeps_the_peak_is_no_improvement() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 0, 1, 4)});
        const ClimbStop never = [](std::uint64_t) { return false; };
        const StopToken no_token;
        const StopPoll poll(no_token);
        OrderClimb order(problem, RegionIndex(0), {BufferIndex(0), BufferIndex(1)}, 1);
        QVERIFY(order.start(never));
        std::vector<bool> improvements;
        const Goal goal = climb(order, {.threshold = Offset(0), .iterations = 3, .work = 1000}, never, poll,
                                [&](bool improved) { improvements.push_back(improved); });
        QCOMPARE(goal, Goal::adjustments_spent);
        QCOMPARE(improvements, std::vector<bool>(3, false));
    }

    void the_trace_leads_from_the_first_placement_to_the_result() {
        QVERIFY(rc::check("replay equals the run", [] {
            Problem problem = random_problem({.with_alignment = true});
            problem.regions.push_back({.name = "second"});
            for (std::size_t i = 0; i < problem.buffers.size(); i += 2) {
                problem.buffers[i].region = RegionIndex(1);
            }
            const auto plan =
                run_planner(problem, empty_layout(problem),
                            {.planner = "hill-climb", .settings = {{"iterations", "100"}}, .record = true});
            RC_ASSERT(validate_trace(*plan->trace).has_value());
            RC_ASSERT(plan->trace->frames.front().peak == *plan->result.initial_peak);
            TracePlayer player(*plan->trace);
            player.go_to(plan->trace->result);
            RC_ASSERT(player.layout(problem).placements == plan->result.layout.placements);
        }));
    }
};

ARENASCOPE_TEST(HillClimbTest)
#include "hill_climb_test.moc"
