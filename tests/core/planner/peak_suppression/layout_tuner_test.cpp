#include "core/planner/peak_suppression/layout_tuner.h"

#include <cmath>
#include <map>
#include <set>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/planner/random.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/core/planner/peak_suppression/source_tuning.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// With a small work budget, because random problems with an unreachable threshold use all of it.
Expected<Plan> tuned(const Problem& problem, std::vector<KeyValue> settings = {}, bool record = true) {
    settings.emplace_back("work", "30000");
    return run_planner(problem, empty_layout(problem),
                       {.planner = "peak-suppression", .settings = settings, .record = record});
}

/// More pairs of buffers that share time than the capacity search accepts.
Problem crowded_problem(std::size_t count) {
    Random random(1);
    Problem problem;
    for (std::size_t i = 0; i < count; ++i) {
        const auto begin = static_cast<std::int64_t>(random.below(count));
        const auto steps = static_cast<std::int64_t>(1 + random.below(count));
        const auto size = static_cast<std::int64_t>(1 + random.below(4096));
        problem.buffers.push_back(buffer(std::string("b").append(std::to_string(i)), begin, begin + steps, size));
    }
    return problem;
}

}  // namespace

class LayoutTunerTest : public QObject {
    Q_OBJECT

private slots:
    void does_not_tune_if_the_first_placement_is_at_the_threshold() {
        const Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 3, 5)});
        const auto plan = tuned(problem);
        QVERIFY(plan);
        QCOMPARE(plan->result.goal, Goal::at_threshold);
        QCOMPARE(plan->result.iterations, std::uint64_t{0});
        QCOMPARE(peak(problem, plan->result.layout), Offset(15));
    }

    void ends_with_a_proof_if_the_threshold_cannot_be_reached() {
        // Three buffers alive together take 10 bytes, because alignment wastes one.
        Problem problem = problem_of({buffer("a", 2, 4, 3), buffer("b", 2, 3, 3), buffer("c", 2, 4, 4)});
        problem.buffers[0].alignment = Bytes(12);
        problem.buffers[1].alignment = Bytes(4);
        problem.buffers[2].alignment = Bytes(2);
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "peak-suppression"});
        QVERIFY(plan);
        QCOMPARE(plan->result.goal, Goal::optimal);
        QCOMPARE(plan->result.lower_bound, Bytes(11));
        QCOMPARE(peak(problem, plan->result.layout), Offset(11));
        QVERIFY(plan->result.work < 50'000'000);
    }

    void plans_nothing_for_no_buffers() {
        const auto plan = tuned(Problem{});
        QVERIFY(plan);
        QCOMPARE(plan->result.goal, Goal::at_threshold);
    }

    void a_wrong_metric_is_an_error() {
        const Problem problem = problem_of({buffer("a", 0, 2, 10)});
        QVERIFY(!tuned(problem, {{"metrics", "height"}}));
    }

    void the_layout_is_clean_and_never_below_the_threshold_nor_above_the_first_placement() {
        QVERIFY(rc::check("tuned layouts", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            const auto plan = tuned(problem);
            RC_ASSERT(plan.has_value());
            RC_ASSERT(is_clean(check(problem, plan->result.layout)));
            const Offset top = peak(problem, plan->result.layout);
            RC_ASSERT(top.value() >= plan->result.threshold.value());
            RC_ASSERT(top <= plan->result.initial_peak.value());
            RC_ASSERT(top.value() >= plan->result.lower_bound.value());
            RC_ASSERT((plan->result.goal != Goal::optimal || top.value() == plan->result.lower_bound.value()));
        }));
    }

    void the_trace_ends_with_the_result() {
        QVERIFY(rc::check("replay equals the run", [] {
            const Problem problem = random_problem();
            const auto plan = tuned(problem);
            RC_ASSERT(plan.has_value());
            RC_ASSERT(plan->trace.has_value());
            RC_ASSERT(validate_trace(*plan->trace).has_value());
            TracePlayer player(*plan->trace);
            player.go_to(plan->trace->result);
            RC_ASSERT(player.layout(problem).placements == plan->result.layout.placements);
        }));
    }

    void every_iteration_equals_a_placement_of_its_order() {
        QVERIFY(rc::check("layout = placer(order)", [] {
            const Problem problem = random_problem();
            const auto plan = tuned(problem);
            RC_ASSERT(plan.has_value());
            RC_ASSERT(plan->trace.has_value());
            TracePlayer player(*plan->trace);
            for (const FrameIndex frame : chief_frames(*plan->trace)) {
                player.go_to(frame);
                RC_ASSERT(place_in_order(problem, player.order(), PlacingRule::lowest_fit).placements ==
                          player.layout(problem).placements);
            }
        }));
    }

    void recording_changes_nothing() {
        QVERIFY(rc::check("with and without a trace", [] {
            const Problem problem = random_problem();
            RC_ASSERT(tuned(problem, {}, true)->result.layout == tuned(problem, {}, false)->result.layout);
        }));
    }

    void keeps_pins_and_alignment() {
        QVERIFY(rc::check("pins and alignment", [] {
            Problem problem = random_problem({.most_buffers = 10});
            const auto pinned = *rc::gen::inRange<std::size_t>(0, problem.buffers.size());
            problem.buffers[pinned].pin = Offset(8 * *rc::gen::inRange<std::int64_t>(0, 10));
            const auto plan = tuned(problem, {{"alignment", "8"}});
            RC_ASSERT(plan.has_value());
            RC_ASSERT(is_clean(check(plan->problem, plan->result.layout)));
            RC_ASSERT(plan->result.layout.placements[pinned]->offset == *problem.buffers[pinned].pin);
        }));
    }

    void plans_each_region_separately() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 20), buffer("c", 0, 2, 5)});
        problem.regions.push_back({"second", 0, {}, Bytes(1)});
        problem.buffers[1].region = RegionIndex(1);
        const auto plan = tuned(problem);
        QVERIFY(plan);
        QVERIFY(is_clean(check(problem, plan->result.layout)));
        QCOMPARE(peak(problem, plan->result.layout, RegionIndex(0)), Offset(15));
        QCOMPARE(peak(problem, plan->result.layout, RegionIndex(1)), Offset(20));
    }

    void a_frame_of_one_region_keeps_the_risks_of_earlier_regions() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 20)});
        problem.regions.push_back({"second", 0, {}, Bytes(1)});
        problem.buffers[1].region = RegionIndex(1);
        const auto plan = tuned(problem);
        QVERIFY(plan);
        const Risk at{Tier::medium, Cause::at};
        TracePlayer player(*plan->trace);
        const auto frames = chief_frames(*plan->trace);
        QCOMPARE(region_of(*plan->trace, frames.front()), RegionIndex(0));
        QCOMPARE(region_of(*plan->trace, frames.back()), RegionIndex(1));
        player.go_to(frames.front());
        QCOMPARE(player.risks(), (std::vector{at, Risk{}}));
        player.go_to(frames.back());
        QCOMPARE(player.risks(), (std::vector{at, at}));
    }

    void a_stop_returns_the_best_complete_layout_so_far_or_none() {
        QVERIFY(rc::check("stopped runs", [] {
            const Problem problem = random_problem({.with_gaps = true});
            int asked = 0;
            const int patience = *rc::gen::inRange(0, 12);
            const auto plan = run_planner(problem, empty_layout(problem),
                                          {.planner = "peak-suppression",
                                           .settings = {{"work", "30000"}},
                                           .stop = [&] { return ++asked > patience; },
                                           .record = true});
            RC_ASSERT(plan.has_value());
            RC_ASSERT(asked <= patience + 1);
            RC_ASSERT(validate_trace(*plan->trace).has_value());
            if (is_complete(plan->result.layout)) {
                RC_ASSERT(is_clean(check(problem, plan->result.layout)));
                TracePlayer player(*plan->trace);
                player.go_to(plan->trace->result);
                RC_ASSERT(player.layout(problem).placements == plan->result.layout.placements);
            } else {
                RC_ASSERT(plan->result.goal == Goal::stopped);
                RC_ASSERT(plan->result.layout == empty_layout(problem));
            }
            RC_ASSERT(plan->result.reproducible == (plan->result.goal != Goal::stopped));
        }));
    }

    void calls_the_stop_token_after_a_bounded_amount_of_work() {
        const std::uint64_t most_visits = 250'000;
        std::uint64_t asked = 0;
        const Problem problem = crowded_problem(3'000);
        const auto plan = run_planner(problem, empty_layout(problem),
                                      {.planner = "peak-suppression", .settings = {{"work", "1000000"}}, .stop = [&] {
                                           ++asked;
                                           return false;
                                       }});
        QVERIFY(plan);
        QVERIFY(plan->result.work > 10 * most_visits);
        QVERIFY(asked * most_visits > plan->result.work);
    }

    void a_stop_during_the_first_placement_completes_it() {
        const Problem problem = crowded_problem(3'000);
        int asked = 0;
        const auto plan = run_planner(problem, empty_layout(problem),
                                      {.planner = "peak-suppression", .stop = [&] { return ++asked > 5; }});
        QVERIFY(plan);
        QCOMPARE(asked, 6);
        QCOMPARE(plan->result.goal, Goal::stopped);
        QVERIFY(is_clean(check(problem, plan->result.layout)));
        QCOMPARE(plan->result.initial_peak, std::optional(peak(problem, plan->result.layout)));
        QCOMPARE(plan->result.iterations, std::uint64_t{0});
    }

    void its_goal_is_the_goal_of_the_region_with_the_peak() {
        // The first region cannot go below 8, which is proved. The second region is larger and runs out of budget.
        Problem problem = crowded_problem(60);
        problem.regions.push_back({.name = "small", .alignment = Bytes(4)});
        problem.buffers.push_back(buffer("x", 0, 2, 3));
        problem.buffers.push_back(buffer("y", 1, 3, 3));
        for (std::size_t i = problem.buffers.size() - 2; i < problem.buffers.size(); ++i) {
            problem.buffers[i].region = RegionIndex(1);
        }
        const auto plan =
            run_planner(problem, empty_layout(problem), {.planner = "peak-suppression", .settings = {{"work", "0"}}});
        QVERIFY(plan->result.lower_bound.value() < peak(problem, plan->result.layout).value());
        QCOMPARE(plan->result.goal, Goal::work_spent);
    }

    void lowers_the_peak_of_regions_too_large_for_the_search() {
        const Problem problem = crowded_problem(3'000);
        const auto plan = run_planner(problem, empty_layout(problem),
                                      {.planner = "peak-suppression", .settings = {{"work", "10000000"}}});
        QVERIFY(plan);
        QVERIFY(is_clean(check(problem, plan->result.layout)));
        QVERIFY(peak(problem, plan->result.layout) < *plan->result.initial_peak);
    }

    void the_same_seed_gives_the_same_layout_and_trace() {
        QVERIFY(rc::check("reproducible", [] {
            const Problem problem = random_problem({.with_gaps = true});
            const auto first = tuned(problem);
            const auto second = tuned(problem);
            RC_ASSERT(first->result.layout == second->result.layout);
            RC_ASSERT(*first->trace == *second->trace);
        }));
    }

    void few_buffers_take_little_work() {
        // Its threshold cannot be reached and nothing proves that. So the run ends by the work limit for twelve
        // buffers.
        const auto gaps = read_document(arenascope::test::sample("gaps.csv").toStdString());
        QVERIFY(gaps.has_value());
        const auto plan = run_planner(gaps->problem, gaps->layout, {.planner = "peak-suppression"});
        QVERIFY(plan.has_value());
        QCOMPARE(plan->result.goal, Goal::work_spent);
        QVERIFY(plan->result.work < 50'000'000);
        // The peak is the same as with ten times the work.
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(319'488));
        // A smaller budget from the options is respected.
        QVERIFY(tuned(gaps->problem)->result.work < 100'000);
    }

    void groups_hold_only_their_tier_and_start_from_an_empty_container() {
        QVERIFY(rc::check("groups by tier", [] {
            const Problem problem = random_problem();
            const auto plan = tuned(problem);
            RC_ASSERT(plan.has_value());
            RC_ASSERT(plan->trace.has_value());
            TracePlayer player(*plan->trace);
            for (const Frame& frame : plan->trace->frames) {
                if (frame.kind != FrameKind::group) {
                    continue;
                }
                const FrameIndex iteration = frame.parent;
                player.go_to(plan->trace->frames[iteration].previous);
                const bool is_joined = frame.note == "medium, joined";
                for (const BufferIndex member : frame.members) {
                    const Tier tier = player.risks()[member].tier;
                    const bool fits =
                        is_joined ? tier == Tier::high || tier == Tier::medium : name_of(tier) == frame.note;
                    RC_ASSERT(fits);
                }
            }
        }));
    }

    void the_source_method_does_what_the_source_says_and_nothing_else() {
        QVERIFY(rc::check("source", [] {
            const Problem problem = random_problem({.with_alignment = true});
            const auto iterations = *rc::gen::inRange<std::size_t>(0, 6);
            const auto rearrangements = *rc::gen::inRange<std::size_t>(1, 6);
            const auto clusters = *rc::gen::element<std::string>("", "overlap", "components");
            PlanOrder order{.planner = "peak-suppression",
                            .settings = {{"method", "source"},
                                         {"iterations", std::to_string(iterations)},
                                         {"rearrangements", std::to_string(rearrangements)}}};
            if (!clusters.empty()) {
                order.settings.emplace_back("clusters", clusters);
            }
            const auto plan = run_planner(problem, empty_layout(problem), order);
            SourceTuning plain(problem, iterations, rearrangements, clusters != "components");
            if (!problem.buffers.empty()) {
                plain.run();
                RC_ASSERT(plan->result.goal == plain.goal);
            }
            for (const auto& [buffer, offset] : plain.best) {
                RC_ASSERT(plan->result.layout.placements[buffer]->offset == Offset(offset));
            }
        }));
    }

    void the_source_groups_by_overlap_and_the_better_method_by_components() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data("minimalloc/D.1048576.csv").toStdString());
        QVERIFY(document);
        const auto plan_of = [&](std::vector<KeyValue> settings) {
            settings.emplace_back("work", "3000000");
            return run_planner(document->problem, document->layout,
                               {.planner = "peak-suppression", .settings = std::move(settings)})
                ->result.layout;
        };
        QCOMPARE(plan_of({{"method", "source"}}), plan_of({{"method", "source"}, {"clusters", "overlap"}}));
        QVERIFY(plan_of({{"method", "source"}}) != plan_of({{"method", "source"}, {"clusters", "components"}}));
        QCOMPARE(plan_of({}), plan_of({{"clusters", "components"}}));
    }

    void a_source_run_that_the_limit_of_work_cuts_says_so_and_one_that_ends_by_itself_does_not() {
        QVERIFY(rc::check("cut", [] {
            const Problem problem = random_problem();
            const auto work = *rc::gen::element<std::string>("0", "20", "100", "700000000");
            const auto plan = run_planner(
                problem, empty_layout(problem),
                {.planner = "peak-suppression", .settings = {{"method", "source"}, {"work", work}}, .record = true});
            bool is_cut = plan->result.goal == Goal::work_spent;
            for (const Frame& frame : plan->trace->frames) {
                is_cut = is_cut || (frame.kind == FrameKind::group && frame.goal == Goal::work_spent);
            }
            const bool says_so = std::ranges::any_of(plan->result.notes, [](const std::string& note) {
                return note.find("the source has no such limit") != std::string::npos;
            });
            RC_ASSERT(says_so == is_cut);
        }));
    }

    void groups_of_too_many_pairs_for_overlap_are_components_and_a_note_says_so() {
        const auto noted = [](std::size_t count) {
            const Problem problem = crowded_problem(count);
            const auto plan =
                run_planner(problem, empty_layout(problem),
                            {.planner = "peak-suppression",
                             .settings = {{"method", "source"}, {"rearrangements", "1"}, {"iterations", "1"}}});
            return std::ranges::any_of(plan->result.notes, [](const std::string& note) {
                return note.find("clusters=overlap: more than 4000000 pairs") != std::string::npos;
            });
        };
        QVERIFY(!noted(300));
        QVERIFY(noted(5'000));
    }

    void the_better_method_is_never_higher_than_the_source() {
        QVERIFY(rc::check("best", [] {
            const Problem problem = random_problem();
            const auto source = tuned(problem, {{"method", "source"}}, false);
            RC_ASSERT(peak(problem, tuned(problem, {}, false)->result.layout) <= peak(problem, source->result.layout));
        }));
    }

    void every_clustering_gives_a_clean_layout_that_is_not_above_the_first_placement() {
        QVERIFY(rc::check("clusters", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            const auto clusters = *rc::gen::element<std::string>("components", "overlap", "cuts");
            const auto plan = tuned(problem, {{"clusters", clusters}});
            RC_ASSERT(is_clean(check(problem, plan->result.layout)));
            RC_ASSERT(peak(problem, plan->result.layout) <= *plan->result.initial_peak);
        }));
    }

    void a_group_of_eight_is_placed_once_in_each_of_its_orders() {
        const auto gaps = read_document(arenascope::test::sample("gaps.csv").toStdString());
        const auto plan = run_planner(gaps->problem, gaps->layout, {.planner = "peak-suppression", .record = true});
        TracePlayer player(*plan->trace);
        std::map<std::vector<BufferIndex>, std::set<std::vector<BufferIndex>>> orders;  // by members
        for (std::size_t i = 0; i < plan->trace->frames.size(); ++i) {
            const Frame& frame = plan->trace->frames[FrameIndex(i)];
            if (frame.kind != FrameKind::rearrangement) {
                continue;
            }
            std::vector<BufferIndex> members = plan->trace->frames[frame.parent].members;
            std::ranges::sort(members);
            player.go_to(FrameIndex(i));
            const bool is_new = orders[members].insert({player.order().begin(), player.order().end()}).second;
            QVERIFY(is_new || frame.note == "sorted" || frame.note == "best so far");
        }
        QVERIFY(!orders.empty());
    }

    void reaches_the_threshold_of_a_challenge_file_by_joining_a_stuck_group() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data("minimalloc/E.1048576.csv").toStdString());
        const auto plan = run_planner(document->problem, document->layout, {.planner = "peak-suppression"});
        QCOMPARE(peak(document->problem, plan->result.layout), Offset(1'048'576));
        QCOMPARE(plan->result.goal, Goal::at_threshold);
        QVERIFY(plan->result.work < 50'000'000);
    }

    void the_challenge_files_come_within_a_few_percent_of_their_thresholds() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        double product = 1;
        for (const char* name : {"A", "C", "D", "E", "G", "J", "K"}) {
            const auto document =
                read_document(shared_data(QStringLiteral("minimalloc/%1.1048576.csv").arg(name)).toStdString());
            QVERIFY(document);
            const auto plan = run_planner(document->problem, document->layout, {.planner = "peak-suppression"});
            QVERIFY(plan);
            QVERIFY(is_clean(check(document->problem, plan->result.layout)));
            product *= 1 + fragmentation(peak(document->problem, plan->result.layout), plan->result.threshold);
        }
        QVERIFY2(std::pow(product, 1.0 / 7) <= 1.0105, qPrintable(QString::number(std::pow(product, 1.0 / 7))));
    }
};

ARENASCOPE_TEST(LayoutTunerTest)
#include "layout_tuner_test.moc"
