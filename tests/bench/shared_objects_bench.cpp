#include <string>

#include <benchmark/benchmark.h>

#include "core/planner/planning.h"
#include "tests/bench/crowded_problem.h"

namespace arenascope::bench {
namespace {

void assign(benchmark::State& state, const std::string& planner, std::size_t buffers) {
    const Problem problem = crowded_problem(buffers, 95);
    const Layout nothing = empty_layout(problem);
    for (auto unused : state) {
        const auto plan = run_planner(problem, nothing, {.planner = planner});
        if (!plan || !is_complete(plan->result.layout)) {
            state.SkipWithError("the layout should be complete");
            return;
        }
        state.counters["objects"] = static_cast<double>(plan->result.layout.objects.size());
    }
}

constexpr std::size_t many = 100'000;
constexpr std::size_t few = 10'000;  ///< for planners with quadratic time

BENCHMARK_CAPTURE(assign, naive, "naive", many)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(assign, equality, "equality", many)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(assign, greedy_in_order, "greedy-in-order", many)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(assign, greedy_by_breadth, "greedy-by-breadth", few)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(assign, greedy_by_size, "greedy-by-size", few)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(assign, min_cost_flow, "min-cost-flow", few)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace arenascope::bench
