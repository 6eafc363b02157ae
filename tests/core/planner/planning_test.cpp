#include "core/planner/planning.h"

#include <limits>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/generate/generated_problem.h"
#include "tests/support/counted_memory.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Problem three() {
    return problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 7), buffer("c", 5, 9, 12)});
}

PlanOrder order_with(std::vector<KeyValue> settings) {
    settings.emplace_back("work", "30000");
    return {.planner = "peak-suppression", .settings = std::move(settings)};
}

std::string planning_error(const Problem& problem, const PlanOrder& order) {
    const auto plan = run_planner(problem, empty_layout(problem), order);
    return plan ? "no error" : to_string(plan.error());
}

}  // namespace

class PlanningTest : public QObject {
    Q_OBJECT

private slots:
    void memory_that_runs_out_is_an_error() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8)});
        const auto plan =
            run_planner(problem, empty_layout(problem),
                        {.planner = "peak-suppression", .progress = [](const Progress&) { throw std::bad_alloc(); }});
        QVERIFY(!plan);
        QCOMPARE(plan.error().cause, std::string("there is not enough memory to plan by peak-suppression"));
        QVERIFY(!plan.error().cure.empty());
    }

    void a_plan_by_size_takes_few_bytes_for_each_buffer() {
        constexpr std::size_t buffers = 100'000;
        const Problem problem = *generated_problem(GeneratedKind::sparse, buffers, 1);
        const Layout nothing = empty_layout(problem);
        const CountedMemory memory;
        const auto plan = run_planner(problem, nothing, {.planner = "offsets-greedy-by-size"});
        QVERIFY(plan && is_complete(plan->result.layout));
        // The copy of the problem, the layout, and what the planner and then the check work with.
        const std::size_t most = (sizeof(Buffer) + sizeof(plan->result.layout.placements.front()) + 96) * buffers;
        QVERIFY2(memory.most() <= most, qPrintable(QString::number(memory.most() / buffers)));
    }

    void a_run_that_is_stopped_early_still_places_a_crowd() {
        // All live at once, so that a placement by size would visit 800 million pairs.
        Problem problem;
        for (std::int64_t i = 0; i < 40'000; ++i) {
            problem.buffers.push_back(buffer(std::to_string(i), 0, 1, 1 + i % 7));
        }
        const Layout nothing = empty_layout(problem);
        for (const char* planner : {"peak-suppression", "portfolio", "hill-climb"}) {
            const auto plan = run_planner(problem, nothing, {.planner = planner, .stop = [] { return true; }});
            QVERIFY2(plan && is_complete(plan->result.layout), planner);
            QVERIFY(!plan->result.reproducible);
        }
    }

    void alignment_makes_every_offset_a_multiple_and_leaves_sizes() {
        const Problem problem = three();
        const auto plan = run_planner(problem, empty_layout(problem), order_with({{"alignment", "16"}}));
        QVERIFY(plan);
        QCOMPARE(plan->problem.regions[0].alignment, Bytes(16));
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            QCOMPARE(plan->result.layout.placements[i]->offset.value() % 16, std::int64_t{0});
            QCOMPARE(plan->problem.buffers[i].size, problem.buffers[i].size);
        }
        QCOMPARE(plan->result.threshold, threshold(problem));
    }

    void alignment_keeps_that_of_the_region_too() {
        Problem problem = three();
        problem.regions[0].alignment = Bytes(12);
        const auto plan = run_planner(problem, empty_layout(problem), order_with({{"alignment", "8"}}));
        QVERIFY(plan);
        QCOMPARE(plan->problem.regions[0].alignment, Bytes(24));
        QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
    }

    void an_alignment_whose_common_multiple_does_not_fit_in_64_bits_is_an_error() {
        Problem problem = three();
        problem.regions[0].alignment = Bytes(3);
        const std::string error = planning_error(problem, order_with({{"alignment", "4611686018427387904"}}));
        QVERIFY2(error.find("does not fit in 64 bits") != std::string::npos, error.c_str());
    }

    void without_pins_the_offsets_of_the_file_are_ignored() {
        const Problem problem = three();
        const auto anew = run_planner(problem, empty_layout(problem), order_with({}));
        const auto from_layout = run_planner(problem, layout_of(problem, {100, 200, 300}), order_with({}));
        QVERIFY(anew && from_layout);
        QCOMPARE(from_layout->result.layout, anew->result.layout);
    }

    void pins_keep_the_offsets_of_the_file_and_place_the_rest_around() {
        const Problem problem = three();
        Layout given = layout_of(problem, {5, 40, 0});
        given.placements[2].reset();
        const auto plan = run_planner(problem, given, order_with({{"pins", "file"}}));
        QVERIFY(plan);
        QCOMPARE(plan->result.layout.placements[0]->offset, Offset(5));
        QCOMPARE(plan->result.layout.placements[1]->offset, Offset(40));
        QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
    }

    void a_pin_that_breaks_the_alignment_is_an_error_that_names_both() {
        const Problem problem = three();
        const auto plan =
            run_planner(problem, layout_of(problem, {0, 6, 0}), order_with({{"pins", "file"}, {"alignment", "4"}}));
        QVERIFY(!plan);
        QVERIFY(to_string(plan.error())
                    .find("buffer 'b' is pinned to offset 6, which is not a multiple of its alignment "
                          "of 4") != std::string::npos);
    }

    void a_pin_at_a_negative_offset_is_an_error_that_names_the_buffer() {
        const Problem problem = three();
        const auto plan = run_planner(problem, layout_of(problem, {0, -7, 0}), order_with({{"pins", "file"}}));
        QVERIFY(!plan);
        QVERIFY(to_string(plan.error()).find("pin of buffer 'b' is negative") != std::string::npos);
    }

    void a_capacity_replaces_that_of_every_region() {
        Problem problem = three();
        problem.regions[0].capacity = Bytes(1);
        PlanOrder order = order_with({});
        order.capacity = Bytes(100);
        const auto plan = run_planner(problem, empty_layout(problem), order);
        QVERIFY(plan);
        QCOMPARE(*plan->problem.regions[0].capacity, Bytes(100));
        QVERIFY(fits(plan->problem, plan->result.layout));
    }

    void the_provenance_names_the_planner_every_option_and_the_seed() {
        const Problem problem = three();
        PlanOrder order = order_with({{"metrics", "length"}});
        order.seed = 7;
        const auto plan = run_planner(problem, empty_layout(problem), order);
        QVERIFY(plan);
        QCOMPARE(plan->provenance.planner, std::string("peak-suppression"));
        QCOMPARE(plan->provenance.seed, std::uint64_t{7});
        QVERIFY(plan->provenance.reproducible);
        const KeyValue set{"metrics", "length"};
        const KeyValue unset{"alignment", "1"};
        const auto& options = plan->provenance.options;
        QVERIFY(std::find(options.begin(), options.end(), set) != options.end());
        QVERIFY(std::find(options.begin(), options.end(), unset) != options.end());
    }

    void a_trace_is_recorded_on_demand_and_names_the_run() {
        const Problem problem = three();
        PlanOrder order = order_with({});
        QVERIFY(!run_planner(problem, empty_layout(problem), order)->trace.has_value());
        order.record = true;
        const auto plan = run_planner(problem, empty_layout(problem), order);
        QVERIFY(plan->trace.has_value());
        QCOMPARE(plan->trace->provenance, plan->provenance);
        QCOMPARE(plan->trace->fingerprint, fingerprint(problem));
    }

    void a_stopped_run_is_marked_as_not_reproducible() {
        // So many rectangles that the tuner checks whether to stop long before it ends.
        Problem problem;
        for (std::int64_t i = 0; i < 400; ++i) {
            const std::int64_t begin = i * 7 % 97;
            problem.buffers.push_back(
                buffer(std::to_string(i), begin, begin + 3 + i * 13 % 31, 1000 + i * 7919 % 5000));
        }
        bool placed = false;
        PlanOrder order{.planner = "peak-suppression"};
        order.record = true;
        order.progress = [&placed](const Progress&) { placed = true; };
        order.stop = [&placed] { return placed; };
        const auto plan = run_planner(problem, empty_layout(problem), order);
        QVERIFY(plan);
        QCOMPARE(plan->result.goal, Goal::stopped);
        QVERIFY(!plan->provenance.reproducible);
        QVERIFY(!plan->trace->provenance.reproducible);
    }

    void progress_never_goes_back_and_ends_at_the_peak_of_the_result() {
        QVERIFY(rc::check("progress", [] {
            const Problem problem = random_problem();
            PlanOrder order = order_with({});
            std::uint64_t work = 0;
            Offset best(std::numeric_limits<std::int64_t>::max());
            order.progress = [&](const Progress& progress) {
                RC_ASSERT(progress.work >= work);
                RC_ASSERT(progress.best_peak <= best);
                work = progress.work;
                best = progress.best_peak;
            };
            const auto plan = run_planner(problem, empty_layout(problem), order);
            RC_ASSERT(plan.has_value());
            RC_ASSERT(best == peak(problem, plan->result.layout));
        }));
    }

    void regions_that_share_addresses_are_not_planned_apart() {
        Problem problem = three();
        problem.regions = {{.name = "low"}, {.name = "low + high"}};
        problem.buffers[1].region = RegionIndex(1);
        QVERIFY(run_planner(problem, empty_layout(problem), order_with({})).has_value());
        problem.regions[0].shares_addresses = true;
        problem.regions[1].shares_addresses = true;
        problem.regions[0].capacity = Bytes(64);
        problem.regions[1].capacity = Bytes(256);
        const auto plan = run_planner(problem, empty_layout(problem), order_with({}));
        QVERIFY(plan.has_value());
        QCOMPARE(plan->problem.regions.size(), std::size_t{1});
        QCOMPARE(plan->problem.regions[0].name, std::string("low + high"));
        QCOMPARE(plan->problem.regions[0].capacity, std::optional(Bytes(256)));
        QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
        QVERIFY(plan->result.notes.back().find("planned as one: 'low', 'low + high'") != std::string::npos);
    }

    void scratch_that_may_move_to_shared_addresses_is_not_planned_apart() {
        Problem problem = three();
        problem.regions = {{.name = "heap", .shares_addresses = true},
                           {.name = "heap fast", .fast = true, .shares_addresses = true}};
        Buffer scratch = problem.buffers.front();
        scratch.name = "scratch";
        scratch.kind = BufferKind::scratch;
        scratch.lifetime.end = scratch.lifetime.begin + Duration(1);
        problem.buffers.push_back(scratch);
        problem.scratch = {{.buffer = BufferIndex(problem.buffers.size() - 1), .fast = true}};
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "scratch"});
        QVERIFY2(plan.has_value(), plan ? "" : to_string(plan.error()).c_str());
        QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
        QCOMPARE(run_planner(problem, empty_layout(problem), order_with({}))->problem.regions.size(), std::size_t{2});
    }

    void wrong_orders_are_errors_with_a_cure() {
        QVERIFY(planning_error(three(), {.planner = "magic"}).find("there is no planner 'magic'") != std::string::npos);
        QVERIFY(planning_error(three(), order_with({{"colour", "red"}})).find("there is no option 'colour'") !=
                std::string::npos);
        QVERIFY(planning_error(three(), order_with({{"pins", "some"}})).find("choose one of: none, file") !=
                std::string::npos);
        QVERIFY(planning_error(three(), order_with({{"alignment", "0"}})).find("at least 1") != std::string::npos);
    }
};

ARENASCOPE_TEST(PlanningTest)
#include "planning_test.moc"
