// Every planner with every value of its options on problems with everything that a problem may have.

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/check/overlap_checker.h"
#include "core/format/plan/deployment_json.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/plan/trace_json.h"
#include "core/format/reading.h"
#include "core/format/table/minimalloc_csv.h"
#include "core/planner/registry.h"
#include "core/trace/trace_player.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/random_problem.h"
#include "tests/support/rich_plan.h"
#include "tests/support/sanitized_build.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A run is stopped when it has polled this often, because some limits are as high as can be.
constexpr int runs_most_polls = 8;

struct DrawnRun {
    PlacedPlan given;
    PlanOrder order;
};

DrawnRun drawn_run(const Planner& planner, std::uint64_t seed) {
    DrawnRun drawn{RichPlan(seed).draw(), RichOrder(seed).draw(planner.description)};
    drawn.order.record = true;
    return drawn;
}

Expected<Plan> ended_run(const DrawnRun& drawn) {
    PlanOrder order = drawn.order;
    order.stop = [polls = 0]() mutable { return ++polls > runs_most_polls; };
    order.threads = 1;  // the token counts
    return run_planner(drawn.given.problem, drawn.given.layout, order);
}

std::string order_words(const PlanOrder& order) {
    std::string words = order.planner;
    for (const auto& [key, value] : order.settings) {
        words += " --set " + key + "=" + value;
    }
    words += " --seed " + std::to_string(order.seed);
    words += order.capacity ? " --capacity " + std::to_string(order.capacity->value()) : "";
    return words + (order.time_limit_seconds ? " --time-limit 0" : "");
}

/// Refusals that are no fault of a planner: the problem or the options ask for what it does not do.
bool may_refuse(const Error& error) {
    return error.cause.find("internal error") == std::string::npos && !error.cure.empty();
}

std::string unsound_of(const Plan& plan) {
    const CheckReport report = check(plan.problem, plan.result.layout);
    if (!report.overlaps.empty() || !report.misaligned.empty()) {
        return "the overlap checker finds something";
    }
    const bool has_nothing = !has_placements(plan.result.layout);
    if (report.unplaced.size() != plan.result.misfits.size() && !(has_nothing && plan.result.goal == Goal::stopped)) {
        return "what is not placed is no misfit";
    }
    for (const Misfit& misfit : plan.result.misfits) {
        if (!plan.problem.regions[plan.problem.buffers[misfit.buffer].region].capacity) {
            return "a buffer does not fit below a capacity that its region has not";
        }
    }
    return {};
}

/// The problem of a document is the one that was planned, apart from what no file holds.
bool is_same_problem(const Problem& read, Problem planned) {
    planned.history = nullptr;
    return read == planned;
}

/// What is wrong with a trace as a file gives it back; empty: nothing.
std::string fault_of_trace(const Expected<Document>& document, const Plan& plan) {
    if (!document) {
        return "it is refused: " + to_string(document.error());
    }
    if (!is_same_problem(document->problem, plan.problem)) {
        return "it has another problem";
    }
    if (!(*document->trace == *plan.trace)) {
        return "it is another trace";
    }
    if (document->layout.placements != plan.result.layout.placements) {
        return "its result is not the plan";
    }
    if (!(document->layout == plan.result.layout)) {
        return "its result has other parts than the plan";
    }
    const CheckReport read = check(document->problem, document->layout);
    const CheckReport planned = check(plan.problem, plan.result.layout);
    return is_clean(read) == is_clean(planned) ? std::string() : "it is judged otherwise than the plan";
}

std::string fault_of_steps(const Plan& plan) {
    const Trace& trace = *plan.trace;
    TracePlayer player(trace);
    const auto empty_first = [&] {
        const auto& offsets = player.offsets();
        return std::none_of(offsets.begin(), offsets.end(), [](OptionalOffset each) { return each.has_value(); });
    };
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        player.go_to(FrameIndex(i));
        const Frame& frame = trace.frames[i];
        // The tensors of the scratch planner come first, even where there are none.
        if (empty_first() && !plan.problem.buffers.empty() && !is_inner(frame.kind) &&
            !(plan.provenance.planner == "scratch" && i == 0) && frame.goal != Goal::stopped &&
            plan.result.misfits.empty()) {
            return "frame " + std::to_string(i) + " places nothing";
        }
    }
    for (std::size_t i = trace.frames.size(); i > 0; --i) {
        player.go_to(FrameIndex(i - 1));
    }
    if (trace.result == FrameIndex::none()) {
        return has_placements(plan.result.layout) ? "it has no result" : "";
    }
    const RegionIndex region = region_of(trace, trace.result);
    const Offset top = region == RegionIndex::none() ? peak(plan.problem, plan.result.layout)
                                                     : peak(plan.problem, plan.result.layout, region);
    if (trace.frames[trace.result].peak != top && plan.result.layout.heaps.empty()) {
        return "its result has the peak " + std::to_string(trace.frames[trace.result].peak.value()) + ", the plan " +
               std::to_string(top.value());
    }
    return {};
}

std::string fault_of_traces(const Plan& plan) {
    const auto of = [&](const char* form, const std::string& text, const char* name) {
        const std::string fault = fault_of_trace(parse_document(text, name), plan);
        return fault.empty() ? fault : std::string(form) + ": " + fault;
    };
    std::string fault = of("JSON trace", trace_json_text(plan.problem, plan.result.layout, *plan.trace), "run.json");
    if (fault.empty()) {
        fault = of("binary trace", trace_binary_bytes(plan.problem, plan.result.layout, *plan.trace), "run.arenatrace");
    }
    if (fault.empty() && !(fault = fault_of_steps(plan)).empty()) {
        fault = "trace: " + fault;
    }
    return fault;
}

/// What the program writes of a plan, it reads.
std::string fault_of_files(const Plan& plan) {
    const Problem& problem = plan.problem;
    const Layout& layout = plan.result.layout;
    const auto json = parse_document(plan_json_text(problem, layout, plan.provenance), "plan.json");
    if (!json) {
        return "plan: " + to_string(json.error());
    }
    const bool is_whole = is_complete(layout) || problem.scratch.empty();
    if (is_whole && !(is_same_problem(json->problem, problem) && json->layout == layout)) {
        return "plan: it is another plan";
    }
    const auto csv = parse_document(minimalloc_csv_text(problem, layout), "plan.csv");
    if (!csv) {
        return "CSV: " + to_string(csv.error());
    }
    if (csv->layout.placements.size() != layout.placements.size() ||
        peak(csv->problem, csv->layout) != peak(problem, layout)) {
        return "CSV: it is another plan";
    }
    if (problem.graph) {
        const auto deployment =
            parse_document(deployment_json_text(problem, layout, layout.removed), "deployment.json");
        if (!deployment) {
            return "deployment: " + to_string(deployment.error());
        }
    }
    return {};
}

std::string fault_of_run(const Expected<Plan>& plan) {
    if (!plan) {
        return may_refuse(plan.error()) ? std::string() : to_string(plan.error());
    }
    std::string fault = unsound_of(*plan);
    if (!has_placements(plan->result.layout) && plan->result.goal == Goal::stopped) {
        return fault;  // it ended without a layout, and nothing is written of it
    }
    fault = fault.empty() ? fault_of_traces(*plan) : fault;
    return fault.empty() ? fault_of_files(*plan) : fault;
}

}  // namespace

class PlannerRunsTest : public QObject {
    Q_OBJECT

private slots:
    void every_run_is_sound_and_what_is_written_of_it_is_read_data() {
        QTest::addColumn<std::size_t>("planner");
        for (std::size_t i = 0; i < planners().size(); ++i) {
            QTest::newRow(std::string(planners()[i].description.name).c_str()) << i;
        }
    }
    void every_run_is_sound_and_what_is_written_of_it_is_read() {
        QFETCH(std::size_t, planner);
        // More of them, or those of another run again: ARENASCOPE_RUNS=20000, ARENASCOPE_RUNS_SEED=17.
        const int runs = qEnvironmentVariableIsSet("ARENASCOPE_RUNS") ? qEnvironmentVariableIntValue("ARENASCOPE_RUNS")
                         : is_sanitized                               ? 20
                                                                      : 150;
        const std::uint64_t first = qEnvironmentVariableIsSet("ARENASCOPE_RUNS_SEED")
                                        ? qEnvironmentVariable("ARENASCOPE_RUNS_SEED").toULongLong()
                                        : fresh_seed();
        int planned = 0;
        for (int i = 0; i < runs; ++i) {
            const std::uint64_t seed = first + static_cast<std::uint64_t>(i);
            const DrawnRun drawn = drawn_run(planners()[planner], seed);
            const auto plan = ended_run(drawn);
            planned += plan ? 1 : 0;
            const std::string fault = fault_of_run(plan);
            if (!fault.empty()) {
                QFAIL(("ARENASCOPE_RUNS_SEED=" + std::to_string(seed) + ", " + order_words(drawn.order) + ": " + fault +
                       "\n" + plan_json_text(drawn.given.problem, drawn.given.layout, {}))
                          .c_str());
            }
        }
        QVERIFY2(planned > runs / 5, std::to_string(planned).c_str());
    }
};

ARENASCOPE_TEST(PlannerRunsTest)
#include "planner_runs_test.moc"
