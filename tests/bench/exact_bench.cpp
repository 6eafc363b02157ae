#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>

#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "tests/bench/bar.h"

namespace arenascope::bench {
namespace {

/// The challenge problems are not part of the repository. Without them these benchmarks are skipped.
void exact(benchmark::State& state, const std::string& file, std::optional<double> time_limit) {
    const std::string path = std::string(ARENASCOPE_SHARED_DATA) + "/" + file;
    if (!std::filesystem::exists(path)) {
        state.SkipWithError("the file is not there");
        return;
    }
    const auto document = read_document(path);
    if (!document) {
        state.SkipWithError(to_string(document.error()).c_str());
        return;
    }
    for (auto unused : state) {
        const auto plan = run_planner(document->problem, document->layout,
                                      {.planner = "exact",
                                       .threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency())),
                                       .time_limit_seconds = time_limit});
        if (!plan) {
            state.SkipWithError(to_string(plan.error()).c_str());
            return;
        }
        state.counters["peak"] = static_cast<double>(peak(plan->problem, plan->result.layout).value());
        state.counters["bound"] = static_cast<double>(plan->result.lower_bound.value());
        state.counters["nodes"] = static_cast<double>(plan->result.iterations);
        if (!time_limit && plan->result.goal != Goal::optimal) {
            state.SkipWithError("the optimum should be proved");
        }
    }
}

constexpr double few_seconds = 10;

void exact_of_a(benchmark::State& state) {
    exact(state, "minimalloc/A.1048576.csv", {});
}
void exact_of_c(benchmark::State& state) {
    exact(state, "minimalloc/C.1048576.csv", {});
}
void exact_of_e(benchmark::State& state) {
    exact(state, "minimalloc/E.1048576.csv", {});
}
void exact_of_g(benchmark::State& state) {
    exact(state, "minimalloc/G.1048576.csv", {});
}
void exact_of_k(benchmark::State& state) {
    exact(state, "minimalloc/K.1048576.csv", {});
}
void exact_of_somas_resnet50(benchmark::State& state) {
    exact(state, "large/somas_resnet50.csv", {});
}
/// No optimum of these two is proved, so the peak is the result.
void exact_of_d_for_ten_seconds(benchmark::State& state) {
    exact(state, "minimalloc/D.1048576.csv", few_seconds);
}
void exact_of_j_for_ten_seconds(benchmark::State& state) {
    exact(state, "minimalloc/J.1048576.csv", few_seconds);
}

BENCHMARK(exact_of_a)->Iterations(1)->Repetitions(5)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(exact_of_c)->Iterations(1)->Repetitions(5)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(exact_of_e)->Iterations(1)->Repetitions(5)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(exact_of_g)->Iterations(1)->Repetitions(5)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(exact_of_k)->Iterations(1)->Repetitions(5)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(exact_of_somas_resnet50)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(exact_of_d_for_ten_seconds)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(exact_of_j_for_ten_seconds)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Twice the time of the best known solver for a proof, on a quiet machine with two cores.
bool prove(const char* file, const char* timed, double seconds) {
    return set_bar({std::string("exact proves ") + file + " (beside sort)", timed, "sort", Bar::Kind::within, seconds});
}

[[maybe_unused]] const bool a_set = prove("A", "exact_of_a", 0.72);
[[maybe_unused]] const bool c_set = prove("C", "exact_of_c", 0.03);
[[maybe_unused]] const bool e_set = prove("E", "exact_of_e", 1.38);
[[maybe_unused]] const bool g_set = prove("G", "exact_of_g", 0.14);
[[maybe_unused]] const bool k_set = prove("K", "exact_of_k", 0.14);
[[maybe_unused]] const bool somas_set = prove("somas_resnet50", "exact_of_somas_resnet50", 11.4);

}  // namespace
}  // namespace arenascope::bench
