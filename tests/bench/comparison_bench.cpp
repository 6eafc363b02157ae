#include <cstdlib>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

#include "core/analysis/compare/live_difference.h"
#include "core/analysis/compare/plan_changes.h"
#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/format/writing.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "tests/bench/bar.h"

namespace arenascope::bench {
namespace {

constexpr std::size_t compared_buffers = 100'000;

const Problem& compared_problem() {
    static const Problem problem = model_problem(compared_buffers, 1);
    return problem;
}

Layout layout_by(const char* planner) {
    const Problem& problem = compared_problem();
    const auto plan = run_planner(problem, empty_layout(problem), {.planner = planner});
    if (!plan) {
        std::abort();
    }
    return plan->result.layout;
}

/// Another planner's layout with every name changed, so that buffers are paired by their shape of use.
Problem renamed_problem() {
    Problem problem = compared_problem();
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        problem.buffers[i].name = "other_" + std::to_string(i);
    }
    return problem;
}

/// Two plans of one problem, and the second one with other names, as files that are removed at the end.
class ComparedFiles {
public:
    explicit ComparedFiles(std::string suffix) : suffix_(std::move(suffix)) {
        const Layout first = layout_by("offsets-greedy-by-size");
        const Layout second = layout_by("offsets-naive");
        static_cast<void>(write_document(path("first"), compared_problem(), first, std::nullopt));
        static_cast<void>(write_document(path("second"), compared_problem(), second, std::nullopt));
        static_cast<void>(write_document(path("renamed"), renamed_problem(), second, std::nullopt));
    }
    ComparedFiles(const ComparedFiles&) = delete;
    ComparedFiles& operator=(const ComparedFiles&) = delete;
    ~ComparedFiles() {
        for (const char* name : {"first", "second", "renamed"}) {
            std::filesystem::remove(path(name));
        }
    }

    [[nodiscard]] std::string path(const std::string& name) const {
        return (std::filesystem::temp_directory_path() / ("arenascope_bench_" + name + suffix_)).string();
    }

private:
    std::string suffix_;
};

const ComparedFiles& compared_files(const std::string& suffix) {
    if (suffix == ".csv") {
        static const ComparedFiles csv(suffix);
        return csv;
    }
    static const ComparedFiles json(suffix);
    return json;
}

/// What the sub-command compare does: reads both files at the same time, pairs the buffers, lists the changes, and
/// checks both.
void files_are_compared(benchmark::State& state, const char* suffix, const char* second_name) {
    const ComparedFiles& files = compared_files(suffix);
    std::size_t moved = 0;
    std::size_t renamed = 0;
    for (auto unused : state) {
        auto second = std::async(std::launch::async, [&] { return read_document(files.path(second_name)); });
        const auto a = read_document(files.path("first"));
        const auto b = second.get();
        if (!a || !b) {
            state.SkipWithError("the plans should open");
            return;
        }
        const Comparand first{a->problem, a->layout};
        const Comparand other{b->problem, b->layout};
        const PlanChanges changes = plan_changes(first, other, pair_buffers(first.problem, other.problem));
        benchmark::DoNotOptimize(comparison_of(first, other, changes));
        benchmark::DoNotOptimize(check(first.problem, first.layout, 1));
        benchmark::DoNotOptimize(check(other.problem, other.layout, 1));
        moved = changes.moved;
        renamed = changes.renamed;
    }
    state.counters["moved"] = static_cast<double>(moved);
    state.counters["renamed"] = static_cast<double>(renamed);
}
BENCHMARK_CAPTURE(files_are_compared, json_by_name, ".json", "second")
    ->Iterations(1)
    ->Repetitions(3)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(files_are_compared, json_by_use, ".json", "renamed")
    ->Iterations(1)
    ->Repetitions(3)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(files_are_compared, csv_by_name, ".csv", "second")
    ->Iterations(1)
    ->Repetitions(3)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// The yardstick: what Unix takes to sort the lines of one of the files by the size of the buffer.
void unix_sort_of_a_plan(benchmark::State& state) {
    const std::string command =
        "LC_ALL=C sort --parallel=1 -t, -k4n '" + compared_files(".csv").path("second") + "' >/dev/null";
    for (auto unused : state) {
        if (std::system(command.c_str()) != 0) {
            state.SkipWithError("sort should run");
            return;
        }
    }
}
BENCHMARK(unix_sort_of_a_plan)->Iterations(1)->Repetitions(3)->UseRealTime()->Unit(benchmark::kMillisecond);

constexpr double half_a_second = 0.5;
[[maybe_unused]] const bool names_set =
    set_bar({"two plans of 100,000 buffers are compared, by name", "files_are_compared/json_by_name",
             "unix_sort_of_a_plan", Bar::Kind::within, half_a_second});
[[maybe_unused]] const bool uses_set = set_bar({"the same with every name changed", "files_are_compared/json_by_use",
                                                "unix_sort_of_a_plan", Bar::Kind::within, half_a_second});
[[maybe_unused]] const bool csv_set = set_bar({"the same as CSV, by name", "files_are_compared/csv_by_name",
                                               "unix_sort_of_a_plan", Bar::Kind::within, half_a_second});

}  // namespace
}  // namespace arenascope::bench
