#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/model/memory/live_profile.h"
#include "tests/bench/bar.h"
#include "tests/bench/crowded_problem.h"

namespace arenascope::bench {
namespace {

constexpr std::size_t buffer_count = 1'000'000;

void live_profile_of_a_million(benchmark::State& state) {
    const Problem problem = crowded_problem(buffer_count, 100);
    for (auto unused : state) {
        benchmark::DoNotOptimize(live_profile(problem));
    }
}
BENCHMARK(live_profile_of_a_million)
    ->Iterations(1)
    ->Repetitions(7)

    ->Unit(benchmark::kMillisecond);

/// The minimum work of any sweep over time: sorting the begins and the ends.
void sort_events(benchmark::State& state) {
    std::vector<std::pair<std::int64_t, std::int32_t>> events;
    events.reserve(2 * buffer_count);
    std::int32_t index = 0;
    for (const Buffer& buffer : crowded_problem(buffer_count, 100).buffers) {
        events.emplace_back(buffer.lifetime.begin.value(), index);
        events.emplace_back(buffer.lifetime.end.value(), index);
        ++index;
    }
    for (auto unused : state) {
        std::sort(events.begin(), events.end());
        benchmark::DoNotOptimize(events.data());
    }
}
BENCHMARK(sort_events)->Iterations(1)->Repetitions(7)->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool bar_set = set_bar({"live profile of 10^6 buffers / std::sort of its events",
                                               "live_profile_of_a_million", "sort_events", Bar::Kind::at_most, 3});

}  // namespace
}  // namespace arenascope::bench
