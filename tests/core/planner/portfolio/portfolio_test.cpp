#include "core/planner/portfolio/portfolio.h"

#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

bool is_no_worse_than_first_placements(const Problem& problem) {
    const std::vector<KeyValue> none{{"iterations", "0"}, {"work", "0"}};
    const auto plan = run_planner(problem, empty_layout(problem), {.planner = "portfolio", .settings = none});
    const auto tuned =
        run_planner(problem, empty_layout(problem), {.planner = "peak-suppression", .settings = none, .record = true});
    const Offset top = peak(problem, plan->result.layout);
    const std::vector<Frame>& frames = tuned->trace->frames;
    return std::any_of(frames.begin(), frames.end(),
                       [](const Frame& frame) { return frame.kind == FrameKind::iteration; }) &&
           std::none_of(frames.begin(), frames.end(),
                        [&](const Frame& frame) { return frame.kind == FrameKind::iteration && frame.peak < top; });
}

}  // namespace

class PortfolioTest : public QObject {
    Q_OBJECT

private slots:
    void is_no_worse_than_any_strategy_and_its_trace_ends_with_its_layout() {
        QVERIFY(rc::check("portfolio", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            const auto plan = run_planner(problem, empty_layout(problem),
                                          {.planner = "portfolio", .settings = {{"iterations", "30"}}, .record = true});
            const Offset top = peak(problem, plan->result.layout);
            for (const GreedyStrategy& strategy : greedy_strategies()) {
                const auto greedy =
                    run_planner(problem, empty_layout(problem), {.planner = std::string(strategy.name)});
                RC_ASSERT(top <= peak(problem, greedy->result.layout));
            }
            RC_ASSERT(validate_trace(*plan->trace).has_value());
            TracePlayer player(*plan->trace);
            player.go_to(plan->trace->result);
            RC_ASSERT(player.layout(problem).placements == plan->result.layout.placements);
        }));
    }

    void is_no_worse_than_the_first_placements_of_the_tuner() {
        QVERIFY(rc::check("first placements", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            RC_ASSERT(is_no_worse_than_first_placements(problem));
        }));
    }

    void is_no_worse_either_in_crowded_regions_with_few_strategies() {
        Problem problem;
        for (std::int64_t i = 0; i < 2'500; ++i) {
            problem.buffers.push_back(buffer(std::string("b").append(std::to_string(i)), i * 31 % 100,
                                             900 + i * 7919 % 100, 1 + i * i * 104'729 % 5'000));
        }
        QVERIFY(is_no_worse_than_first_placements(problem));
    }

    void each_region_has_its_own_winner() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 3, 5)});
        problem.regions.push_back({.name = "second"});
        problem.buffers[1].region = RegionIndex(1);
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "portfolio", .threads = 2});
        QCOMPARE(plan->result.goal, Goal::at_threshold);
        QCOMPARE(peak(problem, plan->result.layout), Offset(10));
    }

    void a_short_search_proves_the_lowest_peak() {
        // Two of 3 bytes at multiples of 4.
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 3)});
        problem.regions.front().alignment = Bytes(4);
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "portfolio"});
        QCOMPARE(plan->result.goal, Goal::optimal);
        QCOMPARE(plan->result.threshold, Bytes(6));
        QCOMPARE(plan->result.lower_bound, Bytes(7));
        QCOMPARE(peak(problem, plan->result.layout), Offset(7));
    }

    void a_small_file_that_every_order_misses_reaches_its_threshold() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data(QStringLiteral("minimalloc/C.1048576.csv")).toStdString());
        QVERIFY(document);
        const auto plan = run_planner(document->problem, document->layout, {.planner = "portfolio"});
        QVERIFY(plan->result.initial_peak->value() > plan->result.threshold.value());
        QCOMPARE(plan->result.goal, Goal::at_threshold);
    }

    void a_large_file_comes_within_a_quarter_percent_of_its_threshold() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data(QStringLiteral("large/iopddl_S_1.csv")).toStdString());
        QVERIFY(document);
        const auto plan = run_planner(document->problem, document->layout,
                                      {.planner = "portfolio", .settings = {{"work", "0"}}, .threads = 2});
        QVERIFY(fragmentation(peak(document->problem, plan->result.layout), plan->result.threshold) < 0.0025);
    }
};

ARENASCOPE_TEST(PortfolioTest)
#include "portfolio_test.moc"
