#include "core/analysis/debugging/breaking_sink.h"

#include <thread>

#include "core/analysis/debugging/step_search.h"
#include "core/check/overlap_checker.h"
#include "core/format/plan/trace_json.h"
#include "core/planner/registry.h"
#include "core/trace/trace_player.h"
#include "tests/support/endless_problem.h"
#include "tests/support/planner_claims.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

PlanOrder recorded_order(std::string_view planner, std::int64_t work) {
    PlanOrder order = quick_order(planner_named(planner).value()->description, work);
    order.record = true;
    return order;
}

/// A problem whose tuner has something to rearrange.
Problem crossing() {
    return problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 7), buffer("c", 5, 9, 12), buffer("d", 3, 8, 5),
                       buffer("e", 0, 3, 9), buffer("f", 4, 9, 4)});
}

/// A run and the steps at which it stood still.
struct PausedRun {
    Expected<Plan> plan;
    std::vector<StepPause> pauses;
};

PausedRun paused_run(const Problem& problem, PlanOrder order, const std::vector<Breakpoint>& breakpoints,
                     PauseAnswer answer = PauseAnswer::resume) {
    std::vector<StepPause> pauses;
    stop_at(order, breakpoints, [&](StepPause here) {
        pauses.push_back(std::move(here));
        return answer;
    });
    Expected<Plan> plan = run_planner(problem, empty_layout(problem), order);
    return {std::move(plan), std::move(pauses)};
}

std::vector<std::string> paths_of(const std::vector<StepPause>& pauses) {
    std::vector<std::string> paths;
    for (const StepPause& pause : pauses) {
        paths.push_back(path_text(pause.path));
    }
    return paths;
}

/// What is the same in two runs with the same order, but not the time that they took.
bool is_same_run(const Plan& a, const Plan& b) {
    return a.problem == b.problem && a.result.layout == b.result.layout && a.provenance == b.provenance &&
           a.trace == b.trace && a.result.work == b.result.work;
}

void verify_stops_are_hits(std::string_view planner, const std::string& condition) {
    const Problem problem = random_problem({.most_buffers = 12});
    RC_PRE(!problem.buffers.empty());
    constexpr std::int64_t work = 300;
    const PausedRun run = paused_run(problem, recorded_order(planner, work), {{.condition = condition}});
    RC_PRE(run.plan.has_value());
    const RecordedRun recorded{&run.plan->problem, &*run.plan->trace, nullptr};
    const auto parsed = StepExpression::condition(condition, scope_of(recorded));
    RC_ASSERT(parsed.has_value());
    const std::vector<StepHit> hits = *all_hits(recorded, *parsed);
    const auto paths = frame_paths(*run.plan->trace);
    RC_ASSERT(hits.size() == run.pauses.size());
    for (std::size_t i = 0; i < hits.size(); ++i) {
        const StepPause& pause = run.pauses[i];
        RC_ASSERT(path_text(pause.path) == paths[hits[i].frame]);
        RC_ASSERT(pause.hits == i + 1);
        TracePlayer player(*run.plan->trace);
        player.go_to(hits[i].frame);
        RC_ASSERT(pause.layout.placements == player.layout(run.plan->problem).placements);
        RC_ASSERT(pause.order == player.order());
    }
}

}  // namespace

class BreakingSinkTest : public QObject {
    Q_OBJECT

private slots:
    void a_run_stands_still_at_the_steps_that_a_search_finds_afterwards() {
        const PausedRun run = paused_run(crossing(), recorded_order("offsets-greedy-by-size", 100),
                                         {{.condition = "placed == 2 or placed == 5"}});
        QVERIFY(run.plan);
        QCOMPARE(paths_of(run.pauses), (std::vector<std::string>{"1", "4"}));
        QCOMPARE(run.pauses[0].breakpoints, std::vector<std::size_t>{0});
        QCOMPARE(run.pauses[0].condition, std::string("placed == 2 or placed == 5"));
        QCOMPARE(run.pauses[1].hits, std::uint64_t{2});
        QCOMPARE(
            std::ranges::count_if(run.pauses[0].layout.placements, [](const auto& one) { return one.has_value(); }), 2);
    }

    void the_stops_are_the_hits_of_a_search_for_any_problem() {
        for (const char* planner : {"peak-suppression", "offsets-greedy-by-size", "hill-climb"}) {
            for (const char* condition :
                 {"peak < before(best)", "moved.any > 2", "changed(offset(\"b0\")) or kind == group",
                  "peak > threshold and overlap == 0"}) {
                QVERIFY2(rc::check([&] { verify_stops_are_hits(planner, condition); }), planner);
            }
        }
    }

    void a_breakpoint_that_is_disabled_at_a_pause_stops_the_run_no_more() {
        PlanOrder order = recorded_order("offsets-greedy-by-size", 100);
        std::vector<bool> stopping{true, true};
        std::vector<std::vector<std::size_t>> stops;
        stop_at(
            order, {{.condition = "placed >= 2"}, {.condition = "placed == 5"}},
            [&](const StepPause& here) {
                stops.push_back(here.breakpoints);
                stopping[0] = false;
                return PauseAnswer::resume;
            },
            [&](std::size_t breakpoint) { return stopping[breakpoint]; });
        const Problem problem = crossing();
        QVERIFY(run_planner(problem, empty_layout(problem), order));
        QCOMPARE(stops, (std::vector<std::vector<std::size_t>>{{0}, {1}}));
    }

    void nothing_changes_where_nothing_stops() {
        for (const char* planner : {"peak-suppression", "offsets-greedy-by-size", "hill-climb", "exact", "portfolio"}) {
            QVERIFY2(rc::check([&] {
                         const Problem problem = random_problem({.most_buffers = 10});
                         const PlanOrder order = recorded_order(planner, 300);
                         const auto plain = run_planner(problem, empty_layout(problem), order);
                         RC_PRE(plain.has_value());
                         const PausedRun watched = paused_run(problem, order, {{.condition = "peak < 0"}});
                         RC_ASSERT(watched.pauses.empty());
                         RC_ASSERT(is_same_run(*plain, *watched.plan));
                         const PausedRun resumed = paused_run(problem, order, {{.condition = "placed > 0"}});
                         RC_ASSERT(is_same_run(*plain, *resumed.plan));
                     }),
                     planner);
        }
    }

    void the_trace_is_the_same_byte_for_byte() {
        const Problem problem = crossing();
        const PlanOrder order = recorded_order("peak-suppression", 2'000);
        const auto plain = run_planner(problem, empty_layout(problem), order);
        const PausedRun paused = paused_run(problem, order, {{.condition = "moved > 1"}});
        QVERIFY(!paused.pauses.empty());
        const auto text = [](const Plan& plan) {
            return trace_json_text(plan.problem, plan.result.layout, *plan.trace);
        };
        QCOMPARE(text(*paused.plan), text(*plain));
    }

    void a_single_step_stops_at_the_next_step_of_any_kind() {
        const PausedRun run = paused_run(crossing(), recorded_order("peak-suppression", 2'000),
                                         {{.condition = "iteration == 0"}}, PauseAnswer::step);
        const RecordedRun recorded{&run.plan->problem, &*run.plan->trace, nullptr};
        const auto any = *StepExpression::condition("placed.any >= 0", scope_of(recorded));
        const auto paths = frame_paths(*recorded.trace);
        std::vector<std::string> all;
        const auto hits = all_hits(recorded, any);
        for (const StepHit& hit : *hits) {
            all.push_back(paths[hit.frame]);
        }
        QVERIFY(all.size() > 3);
        QCOMPARE(paths_of(run.pauses), all);
        QVERIFY(run.pauses.back().breakpoints.empty());
        QVERIFY(run.pauses.back().condition.empty());
    }

    void cancel_ends_the_run_with_its_best_layout() {
        const auto problem = endless_problem();
        PlanOrder order{.planner = "peak-suppression", .settings = {{"work", endless_work}}};
        const PausedRun run = paused_run(*problem, order, {{.condition = "iteration >= 1"}}, PauseAnswer::cancel);
        QVERIFY(run.plan);
        QCOMPARE(run.pauses.size(), std::size_t{1});
        QCOMPARE(run.plan->result.goal, Goal::stopped);
        QVERIFY(!run.plan->provenance.reproducible);
        QVERIFY(is_clean(check(run.plan->problem, run.plan->result.layout)));
    }

    void only_enabled_breakpoints_that_stop_count_and_keep_their_positions() {
        using Action = Breakpoint::Action;
        PlanOrder untouched{.planner = "offsets-greedy-by-size"};
        stop_at(untouched,
                {{.condition = "wrong (", .is_enabled = false},
                 {.condition = "peak > 0", .action = Action::log, .line = "{peak}"}},
                [](const StepPause&) { return PauseAnswer::resume; });
        QVERIFY(!untouched.record && !untouched.watch && !untouched.pause);
        const PausedRun run = paused_run(crossing(), untouched,
                                         {{.condition = "wrong (", .is_enabled = false},
                                          {.condition = "peak > 0", .ignored = 4},
                                          {.condition = "placed >= 6"}});
        QCOMPARE(paths_of(run.pauses), (std::vector<std::string>{"4", "5"}));
        QCOMPARE(run.pauses[0].breakpoints, std::vector<std::size_t>{1});
        QCOMPARE(run.pauses[0].hits, std::uint64_t{5});
        QCOMPARE(run.pauses[1].breakpoints, (std::vector<std::size_t>{1, 2}));
        QCOMPARE(run.pauses[1].condition, std::string("peak > 0"));
    }

    void a_wrong_condition_is_an_error_of_the_run() {
        const PausedRun run = paused_run(crossing(), {.planner = "offsets-greedy-by-size"},
                                         {{.condition = "peak > 0"}, {.condition = "paek > 0"}});
        QVERIFY(!run.plan);
        QCOMPARE(to_string(run.plan.error()),
                 std::string("breakpoint 2: at character 1: there is no field 'paek'; the nearest is peak"));
    }

    void the_time_limit_does_not_count_a_pause() {
        const Problem problem = crossing();
        PlanOrder order{.planner = "hill-climb", .settings = {{"iterations", "3"}}, .time_limit_seconds = 1e6};
        double held = 0;
        stop_at(order, {{.condition = "placed > 0"}}, [&](const StepPause&) {
            constexpr auto pause = std::chrono::milliseconds(3);
            std::this_thread::sleep_for(pause);
            held += std::chrono::duration<double>(pause).count();
            return PauseAnswer::resume;
        });
        const auto whole_start = RunPause::Clock::now();
        const auto plan = run_planner(problem, empty_layout(problem), order);
        const std::chrono::duration<double> whole = RunPause::Clock::now() - whole_start;
        QVERIFY(plan);
        QVERIFY(held > 0);
        QVERIFY(plan->seconds <= whole.count() - held);
        QVERIFY(std::chrono::duration<double>(order.pause->length()).count() >= held);
    }

    void a_pause_longer_than_the_time_limit_does_not_end_the_run() {
        const auto problem = endless_problem();
        PlanOrder order{.planner = "peak-suppression", .time_limit_seconds = 0.05};
        int pauses = 0;
        stop_at(order, {{.condition = "iteration == 0"}}, [&](const StepPause&) {
            if (pauses++ == 0) {
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
            }
            return PauseAnswer::resume;
        });
        const auto plan = run_planner(*problem, empty_layout(*problem), order);
        QVERIFY(plan);
        QVERIFY(pauses > 0);
        QVERIFY(plan->seconds >= 0.04);
    }
};

ARENASCOPE_TEST(BreakingSinkTest)
#include "breaking_sink_test.moc"
