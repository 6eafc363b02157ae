#include "core/planner/exact/exact_planner.h"

#include <algorithm>
#include <limits>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "core/planner/random.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/support/drawn_problem.h"
#include "tests/support/least_peak.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Expected<Plan> planned(const Problem& problem, const std::string& work = "20000000", int threads = 1,
                       bool record = false) {
    return run_planner(problem, empty_layout(problem),
                       {.planner = "exact", .settings = {{"work", work}}, .threads = threads, .record = record});
}

std::int64_t top_of(const Plan& plan) {
    return peak(plan.problem, plan.result.layout).value();
}

/// A small problem of any kind.
Problem small_problem(std::uint64_t seed, const DrawnShape& shape) {
    Random random(seed);
    return drawn_problem([&](std::size_t bound) { return random.below(bound); }, shape);
}

/// Several components, and enough buffers that no bound is proved early.
Problem middling_problem(std::uint64_t seed) {
    Random random(seed);
    Problem problem;
    for (std::size_t i = 0; i < 60; ++i) {
        const auto begin = static_cast<std::int64_t>(random.below(40));
        problem.buffers.push_back(buffer(std::string("b").append(std::to_string(i)), begin,
                                         begin + 1 + static_cast<std::int64_t>(random.below(12)),
                                         static_cast<std::int64_t>(1 + random.below(50))));
    }
    return problem;
}

}  // namespace

class ExactPlannerTest : public QObject {
    Q_OBJECT

private slots:
    void proves_an_optimum_at_the_threshold() {
        const Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 4, 1), buffer("c", 3, 5, 3),
                                            buffer("d", 0, 1, 1), buffer("e", 4, 5, 1)});
        const auto plan = planned(problem);
        QVERIFY(plan);
        QCOMPARE(top_of(*plan), std::int64_t{4});
        QCOMPARE(plan->result.lower_bound, Bytes(4));
        QCOMPARE(plan->result.goal, Goal::optimal);
    }

    void proves_the_optimum_of_all_orders() {
        const Problem problem = problem_of({buffer("a", 0, 2, 2), buffer("b", 1, 3, 2), buffer("c", 0, 1, 1),
                                            buffer("d", 2, 4, 1), buffer("e", 1, 2, 1), buffer("f", 3, 5, 3),
                                            buffer("g", 4, 6, 2), buffer("h", 0, 6, 1), buffer("i", 2, 5, 2)});
        const auto plan = planned(problem);
        QVERIFY(plan);
        QCOMPARE(plan->result.goal, Goal::optimal);
        QCOMPARE(Offset(top_of(*plan)), LeastPeak(problem, RegionIndex(0)).find());
        QCOMPARE(plan->result.lower_bound.value(), top_of(*plan));
    }

    void rounds_its_bound_to_sums_of_sizes_and_to_the_waste_of_alignment() {
        // Two buffers of 3 bytes at multiples of 4, alive together: the peak is 7, although only 6 bytes are in use.
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 3)});
        problem.regions.front().alignment = Bytes(4);
        const auto plan = planned(problem, "0");
        QVERIFY(plan);
        QCOMPARE(plan->result.threshold, Bytes(6));
        QCOMPARE(plan->result.lower_bound, Bytes(7));
        QCOMPARE(top_of(*plan), std::int64_t{7});
        QCOMPARE(plan->result.goal, Goal::optimal);
    }

    void a_pinned_tail_is_a_bound() {
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 3)});
        problem.buffers[1].pin = Offset(20);
        const auto plan = planned(problem);
        QVERIFY(plan);
        QCOMPARE(plan->result.lower_bound, Bytes(23));
        QCOMPARE(plan->result.goal, Goal::optimal);
        QCOMPARE(plan->result.layout.placements[1]->offset, Offset(20));
    }

    void plans_nothing_for_no_buffers() {
        const auto plan = planned(Problem{});
        QVERIFY(plan);
        QCOMPARE(plan->result.goal, Goal::optimal);
        QCOMPARE(plan->result.lower_bound, Bytes(0));
    }

    void ends_by_itself_with_the_optimum_of_any_seven_buffers() {
        for (std::uint64_t i = 0; i < 1'000; ++i) {
            const Problem problem = small_problem(i, {.fewest_buffers = 7, .most_buffers = 7, .with_pins = false});
            const auto plan = planned(problem);
            const std::string which = std::to_string(i);
            QVERIFY2(plan.has_value(), which.c_str());
            const std::vector<Offset> least = *least_peaks(problem);
            QVERIFY2(Offset(top_of(*plan)) == *std::max_element(least.begin(), least.end()), which.c_str());
            QVERIFY2(plan->result.lower_bound.value() == top_of(*plan), which.c_str());
            QVERIFY2(plan->result.goal == Goal::optimal, which.c_str());
        }
    }

    void mostly_proves_the_optimum_with_windows() {
        const DrawnShape shape{.fewest_buffers = 2,
                               .most_buffers = 4,
                               .most_steps = 6,
                               .largest_size = 8,
                               .with_windows = true,
                               .with_pins = false};
        int proved = 0;
        for (std::uint64_t i = 0; i < 400; ++i) {
            const auto plan = planned(small_problem(i, shape), "1000000");
            QVERIFY(plan.has_value());
            proved += plan->result.goal == Goal::optimal ? 1 : 0;
        }
        QVERIFY(proved > 380);
    }

    void with_disjoint_windows_the_bound_stays_at_the_threshold() {
        // At step 1, a keeps its low half and b its high half. So b may lie half a size above a, or a any distance
        // above b.
        Problem problem = problem_of({buffer("a", 1, 2, 4), buffer("b", 1, 2, 4), buffer("c", 0, 2, 1)});
        problem.buffers[0].set_gaps({{{Step(1), Step(2)}, Window{Bytes(0), Bytes(2)}}});
        problem.buffers[1].set_gaps({{{Step(1), Step(2)}, Window{Bytes(2), Bytes(4)}}});
        const auto plan = planned(problem);
        QVERIFY(plan);
        QVERIFY(is_clean(check(problem, plan->result.layout)));
        QCOMPARE(plan->result.lower_bound, Bytes(5));
    }

    void plans_each_region_separately() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 20), buffer("c", 0, 2, 5)});
        problem.regions.push_back({"second", 0, {}, Bytes(1)});
        problem.buffers[1].region = RegionIndex(1);
        const auto plan = planned(problem);
        QVERIFY(plan);
        QVERIFY(is_clean(check(problem, plan->result.layout)));
        QCOMPARE(peak(problem, plan->result.layout, RegionIndex(0)), Offset(15));
        QCOMPARE(peak(problem, plan->result.layout, RegionIndex(1)), Offset(20));
        QCOMPARE(plan->result.lower_bound, Bytes(20));
    }

    void the_layout_is_clean_and_the_bound_below_it() {
        QVERIFY(rc::check("exact layouts", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            const auto plan = planned(problem, "500000");
            RC_ASSERT(plan.has_value());
            RC_ASSERT(is_clean(check(problem, plan->result.layout)));
            RC_ASSERT(plan->result.lower_bound.value() <= top_of(*plan));
            RC_ASSERT(plan->result.lower_bound >= plan->result.threshold);
            RC_ASSERT((plan->result.goal == Goal::optimal) == (plan->result.lower_bound.value() == top_of(*plan)));
        }));
    }

    void any_number_of_threads_gives_the_same_layout_and_bound() {
        for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
            const Problem problem = middling_problem(seed);
            const auto alone = planned(problem, "10000000", 1);
            const auto together = planned(problem, "10000000", 3);
            QVERIFY(alone && together);
            QCOMPARE(alone->result.layout.placements, together->result.layout.placements);
            QCOMPARE(alone->result.lower_bound, together->result.lower_bound);
            QCOMPARE(alone->result.work, together->result.work);
            QCOMPARE(alone->result.iterations, together->result.iterations);
        }
    }

    void the_trace_ends_with_the_result_and_its_notes_contain_the_bound() {
        const Problem problem = middling_problem(5);
        const auto plan = planned(problem, "10000000", 1, true);
        QVERIFY(plan && plan->trace);
        QVERIFY(validate_trace(*plan->trace).has_value());
        TracePlayer player(*plan->trace);
        player.go_to(plan->trace->result);
        QCOMPARE(player.layout(problem).placements, plan->result.layout.placements);
        Offset last(std::numeric_limits<std::int64_t>::max());
        for (const Frame& frame : plan->trace->frames) {
            QCOMPARE(frame.kind, FrameKind::improvement);
            QVERIFY(frame.peak < last);
            QVERIFY(frame.note.find("; bound ") != std::string::npos);
            last = frame.peak;
        }
        QCOMPARE(planned(problem, "10000000", 1, false)->result.layout.placements, plan->result.layout.placements);
    }

    void progress_reports_a_falling_peak_and_a_rising_bound() {
        Bytes bound;
        Offset top(std::numeric_limits<std::int64_t>::max());
        bool is_monotone = true;
        const Problem problem = middling_problem(6);
        const auto plan = run_planner(
            problem, empty_layout(problem),
            {.planner = "exact", .settings = {{"work", "10000000"}}, .progress = [&](const Progress& progress) {
                 is_monotone = is_monotone && progress.lower_bound >= bound && progress.best_peak <= top;
                 bound = progress.lower_bound;
                 top = progress.best_peak;
             }});
        QVERIFY(plan);
        QVERIFY(is_monotone);
        QCOMPARE(top.value(), top_of(*plan));
        QVERIFY(bound <= plan->result.lower_bound);
    }

    void a_stop_returns_the_best_complete_layout_so_far() {
        const Problem problem = middling_problem(8);
        for (int patience = 0; patience < 40; ++patience) {
            int asked = 0;
            const auto plan = run_planner(problem, empty_layout(problem),
                                          {.planner = "exact", .stop = [&] { return ++asked > patience; }});
            QVERIFY(plan);
            QVERIFY(asked <= patience + 1);
            QVERIFY(is_complete(plan->result.layout));
            QVERIFY(is_clean(check(problem, plan->result.layout)));
            QCOMPARE(plan->result.reproducible, asked <= patience);
        }
    }

    void a_stopped_run_places_a_crowd_with_little_work() {
        const Problem problem = dense_problem(40'000, 1);
        for (const int patience : {0, 1}) {
            int asked = 0;
            const auto plan = run_planner(problem, empty_layout(problem),
                                          {.planner = "exact", .stop = [&] { return ++asked > patience; }});
            QVERIFY(plan);
            QVERIFY(is_clean(check(problem, plan->result.layout)));
            QVERIFY(plan->result.work < 60'000'000);  // by size, it would be more than 100 million
            QVERIFY(plan->result.notes.front().find("the branch and bound was left out for") != std::string::npos);
        }
    }

    void a_large_problem_is_not_sorted_after_a_stop() {
        const Problem problem = *generated_problem(GeneratedKind::sparse, 120'000, 1);
        const auto plan =
            run_planner(problem, empty_layout(problem), {.planner = "exact", .stop = [] { return true; }});
        QVERIFY(plan);
        QVERIFY(is_clean(check(problem, plan->result.layout)));
        QVERIFY(plan->result.work < 5'000'000);  // about 40 visits a buffer: in order of birth
    }

    void calls_the_stop_token_after_a_bounded_amount_of_work() {
        const std::uint64_t most_visits = 300'000;
        std::uint64_t asked = 0;
        const Problem problem = middling_problem(9);
        const auto plan = run_planner(problem, empty_layout(problem),
                                      {.planner = "exact", .settings = {{"work", "20000000"}}, .stop = [&] {
                                           ++asked;
                                           return false;
                                       }});
        QVERIFY(plan);
        QVERIFY(asked * most_visits > plan->result.work);
    }

    void four_of_the_challenge_files_are_proved_optimal_with_little_work() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        for (const char* name : {"A", "C", "G", "K"}) {
            const auto document =
                read_document(shared_data(QStringLiteral("minimalloc/%1.1048576.csv").arg(name)).toStdString());
            QVERIFY(document);
            const auto plan = planned(document->problem, "40000000", 2);
            QVERIFY(plan);
            QVERIFY(is_clean(check(document->problem, plan->result.layout)));
            QVERIFY2(plan->result.goal == Goal::optimal, name);
            QCOMPARE(top_of(*plan), plan->result.threshold.value());
        }
    }

    void it_begins_no_higher_than_the_first_placements_of_the_tuner() {
        QVERIFY(rc::check("first placements", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            const auto exact = planned(problem, "0");
            for (const auto& [metrics, order] : {std::pair("width", "desc"), std::pair("length", "desc"),
                                                 std::pair("width/length", "desc"), std::pair("length", "asc")}) {
                const PlanOrder first{.planner = "peak-suppression",
                                      .settings = {{"work", "0"}, {"metrics", metrics}, {"order", order}}};
                const auto tuned = run_planner(problem, empty_layout(problem), first);
                RC_ASSERT(top_of(*exact) <= top_of(*tuned));
            }
        }));
    }

    void it_is_never_above_the_tuner_where_its_work_lasts() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        for (const char* name : {"A", "C", "D", "E", "G", "J", "K"}) {
            const auto document =
                read_document(shared_data(QStringLiteral("minimalloc/%1.1048576.csv").arg(name)).toStdString());
            QVERIFY(document);
            const auto exact = planned(document->problem, "400000000");
            const PlanOrder order{.planner = "peak-suppression", .settings = {{"work", "100000000"}}};
            const auto tuned = run_planner(document->problem, document->layout, order);
            QVERIFY2(top_of(*exact) <= top_of(*tuned), name);
        }
    }

    void a_component_too_large_for_the_search_starts_from_the_best_fast_strategy() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data(QStringLiteral("large/iopddl_S_1.csv")).toStdString());
        QVERIFY(document);
        PlanOrder order{.planner = "portfolio", .settings = {{"work", "0"}}, .threads = 2};
        const auto portfolio = run_planner(document->problem, document->layout, order);
        order.planner = "exact";
        const auto exact = run_planner(document->problem, document->layout, order);
        QVERIFY(top_of(*exact) <= top_of(*portfolio));
    }
};

ARENASCOPE_TEST(ExactPlannerTest)
#include "exact_planner_test.moc"
