#include <vector>

#include <benchmark/benchmark.h>

#include "core/check/overlap_checker.h"
#include "tests/bench/bar.h"
#include "tests/bench/crowded_problem.h"
#include "tests/support/rectangle_placer.h"

namespace arenascope::bench {
namespace {

void check_of_a_million(benchmark::State& state) {
    static const Problem problem = crowded_problem(1'000'000, 100);
    static const Layout layout = [] {
        std::vector<BufferIndex> order(problem.buffers.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = BufferIndex(i);
        }
        return test::place_in_order(problem, order, PlacingRule::lowest_fit);
    }();
    for (auto unused : state) {
        if (!is_clean(check(problem, layout))) {
            state.SkipWithError("the layout should be valid");
            break;
        }
    }
}
BENCHMARK(check_of_a_million)->Iterations(1)->Repetitions(5)->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool bar_set = set_bar(
    {"overlap check of a valid layout of 10^6 buffers / sort", "check_of_a_million", "sort", Bar::Kind::at_most, 12});

}  // namespace
}  // namespace arenascope::bench
