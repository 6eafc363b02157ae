#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/format/table/minimalloc_csv.h"
#include "core/format/writing.h"
#include "core/planner/generate/generated_problem.h"
#include "tests/bench/bar.h"

namespace arenascope::bench {
namespace {

/// ARENASCOPE_BENCH_PLAN_BUFFERS makes the plan larger, such as 10,000,000.
std::size_t buffer_count() {
    const char* text = std::getenv("ARENASCOPE_BENCH_PLAN_BUFFERS");
    return text == nullptr ? 1'000'000 : std::strtoull(text, nullptr, 10);
}

struct Plan {
    Problem problem;
    Layout layout;
};

const Plan& placed_plan() {
    static const Plan plan = [] {
        Plan made{sparse_problem(buffer_count(), 1), {}};
        made.layout = empty_layout(made.problem);
        for (std::size_t i = 0; i < made.layout.placements.size(); ++i) {
            made.layout.placements[i] = Placement{Offset(static_cast<std::int64_t>(64 * (i % 4096))), RegionIndex()};
        }
        return made;
    }();
    return plan;
}

/// A file of that plan that is removed at the end.
class WrittenPlan {
public:
    explicit WrittenPlan(const std::string& suffix)
        : path_((std::filesystem::temp_directory_path() / ("arenascope_bench_plan" + suffix)).string()) {
        write();
    }
    WrittenPlan(const WrittenPlan&) = delete;
    WrittenPlan& operator=(const WrittenPlan&) = delete;
    ~WrittenPlan() { std::filesystem::remove(path_); }

    void write() const { static_cast<void>(write_document(path_, placed_plan().problem, placed_plan().layout, {})); }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] double megabytes() const { return static_cast<double>(std::filesystem::file_size(path_)) / 1e6; }

private:
    std::string path_;
};

const WrittenPlan& csv_file() {
    static const WrittenPlan file(".csv");
    return file;
}

const WrittenPlan& json_file() {
    static const WrittenPlan file(".json");
    return file;
}

/// From a file in the page cache to a checked problem.
void plan_is_read(benchmark::State& state, const WrittenPlan& (*file_of)()) {
    const WrittenPlan& file = file_of();
    for (auto unused : state) {
        auto document = read_document(file.path());
        if (!document || document->problem.buffers.size() != buffer_count()) {
            state.SkipWithError("the plan should open");
            return;
        }
        benchmark::DoNotOptimize(document->problem.buffers.data());
        state.PauseTiming();  // to free it is not to read it
        document = failure("freed");
        state.ResumeTiming();
    }
    state.counters["MB_per_s"] =
        benchmark::Counter(file.megabytes() * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void csv_is_read(benchmark::State& state) {
    plan_is_read(state, csv_file);
}
void json_is_read(benchmark::State& state) {
    plan_is_read(state, json_file);
}
BENCHMARK(csv_is_read)->Iterations(1)->Repetitions(7)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(json_is_read)->Iterations(1)->Repetitions(7)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Without the disk.
void csv_is_made(benchmark::State& state) {
    for (auto unused : state) {
        benchmark::DoNotOptimize(minimalloc_csv_text(placed_plan().problem, placed_plan().layout));
    }
}
void json_is_made(benchmark::State& state) {
    for (auto unused : state) {
        benchmark::DoNotOptimize(plan_json_text(placed_plan().problem, placed_plan().layout, {}));
    }
}
BENCHMARK(csv_is_made)->Iterations(1)->Repetitions(3)->Unit(benchmark::kMillisecond);
BENCHMARK(json_is_made)->Iterations(1)->Repetitions(3)->Unit(benchmark::kMillisecond);

/// 400 MB a second, on two processors; the file of a million buffers has 36 MB.
constexpr double a_million_rows = 0.09;
[[maybe_unused]] const bool csv_set = set_bar(
    {"reading a CSV of a million buffers (400 MB/s)", "csv_is_read", "sort", Bar::Kind::within, a_million_rows});
[[maybe_unused]] const bool json_set =
    set_bar({"reading JSON, against CSV", "json_is_read", "csv_is_read", Bar::Kind::at_most, 3});

}  // namespace
}  // namespace arenascope::bench
