#include <algorithm>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>

#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/bench/bar.h"
#include "tests/bench/crowded_problem.h"
#include "tests/bench/resident_memory.h"

namespace arenascope::bench {
namespace {

constexpr std::size_t alive = 95;
constexpr double most_bytes_a_buffer = 200;

const Problem& million() {
    static const Problem problem = crowded_problem(1'000'000, alive);
    return problem;
}

/// One run of a planner. Also reports the memory per buffer beyond the problem.
void plan(benchmark::State& state, const Problem& problem, const std::string& planner, int threads) {
    const Layout nothing = empty_layout(problem);
    const auto buffers = static_cast<double>(problem.buffers.size());
    for (auto unused : state) {
        // run_planner() works on a copy of the problem. That copy does not count as memory of the planner.
        state.PauseTiming();
        const Planner* const found = *planner_named(planner);
        auto options = OptionValues::from(all_options(found->description), {});
        const ResidentMemory memory;
        state.ResumeTiming();
        const auto result = found->plan({.problem = problem,
                                         .options = std::move(*options),
                                         .seed = 0,
                                         .threads = threads,
                                         .progress = {},
                                         .stop = {}});
        state.PauseTiming();
        if (!result || !is_complete(result->layout)) {
            state.SkipWithError("the layout should be complete");
        }
        const double bytes = static_cast<double>(memory.grown()) / buffers;
        state.counters["bytes_a_buffer"] = bytes;
        if (threads == 1 && bytes > most_bytes_a_buffer) {
            state.SkipWithError("it should take less memory");
        }
        state.ResumeTiming();
    }
}

void greedy_by_size_of_a_million(benchmark::State& state) {
    plan(state, million(), "offsets-greedy-by-size", 1);
}
BENCHMARK(greedy_by_size_of_a_million)->Iterations(1)->Repetitions(3)->Unit(benchmark::kMillisecond);

void greedy_tflm_of_a_million(benchmark::State& state) {
    plan(state, million(), "greedy-tflm", 1);
}
BENCHMARK(greedy_tflm_of_a_million)->Iterations(1)->Repetitions(3)->Unit(benchmark::kMillisecond);

int all_cores() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

void portfolio_of_a_hundred_thousand(benchmark::State& state) {
    static const Problem problem = crowded_problem(100'000, alive);
    plan(state, problem, "portfolio", all_cores());
}
BENCHMARK(portfolio_of_a_hundred_thousand)->Iterations(1)->Repetitions(2)->Unit(benchmark::kMillisecond);

void portfolio_of_a_million(benchmark::State& state) {
    plan(state, million(), "portfolio", all_cores());
}
BENCHMARK(portfolio_of_a_million)->Iterations(1)->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool lowest_set = set_bar({"greedy by size of 10^6 buffers into the lowest gap / sort",
                                                  "greedy_tflm_of_a_million", "sort", Bar::Kind::at_most, 20});
[[maybe_unused]] const bool smallest_set = set_bar({"greedy by size of 10^6 buffers into the smallest gap / sort",
                                                    "greedy_by_size_of_a_million", "sort", Bar::Kind::at_most, 20});
/// Ten times as many buffers; a smaller part of them is in the caches.
[[maybe_unused]] const bool scaling_set = set_bar({"portfolio of 10^6 buffers / of 10^5", "portfolio_of_a_million",
                                                   "portfolio_of_a_hundred_thousand", Bar::Kind::at_most, 20});

}  // namespace
}  // namespace arenascope::bench
