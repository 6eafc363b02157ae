#include "core/planner/portfolio/portfolio.h"

#include <array>
#include <functional>
#include <limits>

#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/planning.h"
#include "core/planner/race/strategy_race.h"
#include "core/planner/registry.h"
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

/// Regions, alignments, gaps and pins.
Problem problem_of_random_regions() {
    Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
    const auto regions = *rc::gen::inRange<std::size_t>(1, 3);
    for (std::size_t i = 1; i < regions; ++i) {
        problem.regions.push_back({.name = std::string("r").append(std::to_string(i))});
    }
    for (Buffer& each : problem.buffers) {
        each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, regions));
    }
    if (*rc::gen::inRange(0, 3) == 0) {
        problem.buffers.front().pin = Offset(24 * *rc::gen::inRange<std::int64_t>(0, 3));
    }
    return problem;
}

/// The planners of offsets that share nothing beyond the file.
std::vector<std::string> rivals() {
    std::vector<std::string> names;
    for (const Planner& planner : planners()) {
        const bool plans_alike = planner.description.family == PlannerFamily::searching ||
                                 planner.description.family == PlannerFamily::greedy;
        if (plans_alike && planner.description.name != "portfolio") {
            names.emplace_back(planner.description.name);
        }
    }
    return names;
}

/// The limits of a run, as far as the planner has them.
PlanOrder limited_order(const std::string& name, std::int64_t work) {
    PlanOrder order{.planner = name};
    for (const OptionSpec& option : (*planner_named(name))->description.options) {
        if (option.key == "work") {
            order.settings.emplace_back("work", std::to_string(work));
        }
    }
    return order;
}

/// Which rival is below the portfolio in some region, or has proved more. Empty: none.
std::string who_beats(const Problem& problem, const PlanOrder& of_portfolio,
                      const std::function<PlanOrder(const std::string&)>& of_rival) {
    const auto plan = run_planner(problem, empty_layout(problem), of_portfolio);
    for (const std::string& name : rivals()) {
        const auto rival = run_planner(problem, empty_layout(problem), of_rival(name));
        for (std::size_t i = 0; i < problem.regions.size(); ++i) {
            const Offset own = peak(problem, plan->result.layout, RegionIndex(i));
            const Offset other = peak(problem, rival->result.layout, RegionIndex(i));
            if (other < own) {
                return name + ": " + std::to_string(other.value()) + " < " + std::to_string(own.value());
            }
        }
        if (rival->result.lower_bound > plan->result.lower_bound) {
            return name + " has proved more";
        }
    }
    return {};
}

std::string who_beats_with(const Problem& problem, std::int64_t work) {
    return who_beats(problem, limited_order("portfolio", work),
                     [&](const std::string& name) { return limited_order(name, work); });
}

constexpr std::array<std::int64_t, 5> budgets{0, 1'000, 30'000, 300'000, 1'000'000};

}  // namespace

class PortfolioTest : public QObject {
    Q_OBJECT

private slots:
    void is_no_worse_than_any_strategy_and_its_trace_ends_with_its_layout() {
        QVERIFY(rc::check("portfolio", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            const auto plan = run_planner(problem, empty_layout(problem),
                                          {.planner = "portfolio", .settings = {{"work", "20000"}}, .record = true});
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

    void with_the_same_work_for_each_no_planner_beats_it() {
        for (const std::int64_t work : budgets) {
            QVERIFY(rc::check("work " + std::to_string(work), [&] {
                const std::string winner = who_beats_with(problem_of_random_regions(), work);
                if (!winner.empty()) {
                    RC_FAIL(winner);
                }
            }));
        }
    }

    void with_the_same_work_no_planner_beats_it_on_generated_problems() {
        QVERIFY(rc::check("generated", [] {
            const auto kind = *rc::gen::elementOf(generated_kinds);
            const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
            const Problem problem = *generated_problem(kind, *rc::gen::inRange<std::size_t>(30, 120), seed);
            const std::string winner = who_beats_with(problem, *rc::gen::element<std::int64_t>(0, 30'000, 300'000));
            if (!winner.empty()) {
                RC_FAIL(winner);
            }
        }));
    }

    void with_the_same_work_no_planner_beats_it_on_shared_files() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        for (const char* file : {"A", "C", "D", "E", "G", "J", "K"}) {
            const auto document = read_document(
                shared_data(QStringLiteral("minimalloc/%1.1048576.csv")).arg(QLatin1String(file)).toStdString());
            QVERIFY(document);
            for (const std::int64_t work : {std::int64_t{300'000}, std::int64_t{5'000'000}}) {
                const std::string winner = who_beats_with(document->problem, work);
                QVERIFY2(winner.empty(), (std::string(file) + ": " + winner).c_str());
            }
        }
    }

    void by_default_no_planner_beats_it() {
        QVERIFY(rc::check("default budgets", [] {
            // Without gaps all is proved, so that no run uses its whole budget.
            const std::string winner =
                who_beats(random_problem({.most_buffers = 16, .with_alignment = true}), {.planner = "portfolio"},
                          [](const std::string& name) { return PlanOrder{.planner = name}; });
            if (!winner.empty()) {
                RC_FAIL(winner);
            }
        }));
    }

    void its_trace_names_who_found_what() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data(QStringLiteral("minimalloc/J.1048576.csv")).toStdString());
        QVERIFY(document);
        PlanOrder order = limited_order("portfolio", 20'000'000);
        order.record = true;
        const auto plan = run_planner(document->problem, document->layout, order);
        QVERIFY(plan);
        std::vector<std::string> known;
        for (const Entrant& entrant : all_entrants()) {
            known.push_back(entrant.name);
        }
        for (const std::string name : {"exact", "peak-suppression", "hill-climb"}) {
            known.push_back(name);
            known.push_back(name + ", from the best layout");
        }
        QVERIFY(plan->trace->frames.size() > 1);
        Offset before(std::numeric_limits<std::int64_t>::max());
        for (const Frame& frame : plan->trace->frames) {
            QVERIFY2(std::ranges::find(known, frame.note) != known.end(), frame.note.c_str());
            QVERIFY(frame.peak < before);
            before = frame.peak;
        }
        QCOMPARE(before, peak(plan->problem, plan->result.layout));
    }

    void a_large_region_that_the_necks_solve_blames_no_pairs_for_strategies_that_did_not_run() {
        // The first two strategies miss the threshold, and the others did not run, because the necks were enough.
        const Problem problem = *generated_problem(GeneratedKind::model, 3'000, 1);
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "portfolio", .record = true});
        QCOMPARE(plan->result.goal, Goal::at_threshold);
        QVERIFY(plan->trace->frames.back().note.starts_with("necks: "));
        QCOMPARE(plan->result.notes, std::vector<std::string>());
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
