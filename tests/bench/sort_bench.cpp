#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

/// The yardstick: std::sort of two million shuffled pairs.
void sort(benchmark::State& state) {
    std::vector<std::pair<std::int64_t, std::int32_t>> pairs(2'000'000);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        pairs[i] = {static_cast<std::int64_t>(i), static_cast<std::int32_t>(i)};
    }
    std::shuffle(pairs.begin(), pairs.end(), std::mt19937_64(1));
    for (auto unused : state) {
        std::sort(pairs.begin(), pairs.end());
        benchmark::DoNotOptimize(pairs.data());
    }
}
// One iteration per repetition: a second one would sort sorted data.
BENCHMARK(sort)->Iterations(1)->Repetitions(7)->Unit(benchmark::kMillisecond);

}  // namespace
