#include <algorithm>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "tests/bench/bar.h"
#include "tests/bench/crowded_problem.h"
#include "tests/support/rectangle_placer.h"

namespace arenascope::bench {
namespace {

const Problem& problem() {
    static const Problem crowded = crowded_problem(100'000, 100);
    return crowded;
}

void lowest_fit(benchmark::State& state) {
    std::vector<BufferIndex> order(problem().buffers.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = BufferIndex(i);
    }
    for (auto unused : state) {
        benchmark::DoNotOptimize(test::place_in_order(problem(), order, PlacingRule::lowest_fit));
    }
}
BENCHMARK(lowest_fit)->Iterations(1)->Repetitions(5)->Unit(benchmark::kMillisecond);

struct Placed {
    std::int64_t offset;
    std::int64_t tail;
    std::int64_t begin;
    std::int64_t end;
};

/// The same by the simple method: visits all placed buffers by rising offset until a gap is large enough.
std::vector<std::int64_t> scanned_offsets() {
    std::vector<Placed> placed;
    placed.reserve(problem().buffers.size());
    std::vector<std::int64_t> offsets;
    offsets.reserve(problem().buffers.size());
    for (const Buffer& buffer : problem().buffers) {
        const std::int64_t begin = buffer.lifetime.begin.value();
        const std::int64_t end = buffer.lifetime.end.value();
        const std::int64_t size = buffer.size.value();
        std::int64_t offset = 0;
        for (const Placed& other : placed) {
            if (other.begin < end && begin < other.end) {
                if (other.offset - offset >= size) {
                    break;
                }
                offset = std::max(offset, other.tail);
            }
        }
        offsets.push_back(offset);
        const Placed rectangle{offset, offset + size, begin, end};
        placed.insert(std::upper_bound(placed.begin(), placed.end(), rectangle,
                                       [](const Placed& a, const Placed& b) { return a.offset < b.offset; }),
                      rectangle);
    }
    return offsets;
}

void lowest_fit_by_scan(benchmark::State& state) {
    std::vector<BufferIndex> order(problem().buffers.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = BufferIndex(i);
    }
    const Layout expected = test::place_in_order(problem(), order, PlacingRule::lowest_fit);
    std::vector<std::int64_t> offsets;
    for (auto unused : state) {
        offsets = scanned_offsets();
    }
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (expected.placements[i]->offset.value() != offsets[i]) {
            state.SkipWithError("the placer and the scan disagree");
            break;
        }
    }
}
BENCHMARK(lowest_fit_by_scan)->Iterations(1)->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool bar_set = set_bar({"lowest fit of 10^5 buffers, 100 alive, against a scan", "lowest_fit",
                                               "lowest_fit_by_scan", Bar::Kind::at_least, 20});

}  // namespace
}  // namespace arenascope::bench
