#include <vector>

#include <benchmark/benchmark.h>

#include "core/analysis/debugging/step_search.h"
#include "core/trace/trace_recorder.h"
#include "tests/bench/bar.h"
#include "tests/bench/crowded_problem.h"

namespace arenascope::bench {
namespace {

constexpr std::size_t buffers = 1'000;
constexpr std::size_t frames = 100'000;

const Problem& problem_of_a_run() {
    static const Problem problem = crowded_problem(buffers, 50);
    return problem;
}

/// Iterations of some groups, each with some rearrangements of ten buffers: 10^5 frames.
const Trace& recorded_run() {
    static const Trace trace = [] {
        TraceRecorder recorder(problem_of_a_run(), {}, 4 * TraceRecorder::default_byte_limit);
        std::vector<std::int64_t> offsets(buffers, unplaced_offset);
        std::vector<Risk> risks(buffers);
        std::uint64_t random = 1;
        const auto draw = [&random](std::uint64_t below) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            return (random >> 33U) % below;
        };
        const auto move = [&](std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                offsets[draw(buffers)] = static_cast<std::int64_t>(draw(1'000'000));
            }
        };
        const auto leave = [&](bool has_tiers) {
            recorder.leave({.offsets = offsets,
                            .order = {},
                            .risks = has_tiers ? std::span<const Risk>(risks) : std::span<const Risk>(),
                            .peak = {}});
        };
        recorder.enter(FrameKind::pass, "width", {});
        for (std::size_t count = 1; count < frames;) {
            recorder.enter(FrameKind::iteration, {}, {});
            for (int group = 0; group < 10; ++group, ++count) {
                recorder.enter(FrameKind::group, "high", {});
                for (int i = 0; i < 20; ++i, ++count) {
                    recorder.enter(FrameKind::rearrangement, "sorted", {});
                    move(10);
                    leave(false);
                }
                leave(false);
            }
            for (std::size_t i = 0; i < buffers; ++i) {
                offsets[i] = offsets[i] == unplaced_offset ? 0 : offsets[i];
                risks[i].tier = static_cast<Tier>(draw(4));
            }
            leave(true);
            ++count;
        }
        leave(false);
        return recorder.take();
    }();
    return trace;
}

void search(benchmark::State& state, const char* where) {
    const RecordedRun run{&problem_of_a_run(), &recorded_run(), nullptr};
    const auto condition = StepExpression::condition(where, scope_of(run));
    if (!condition || recorded_run().frames.size() < frames) {
        state.SkipWithError("the condition and the run should be whole");
        return;
    }
    for (auto unused : state) {
        benchmark::DoNotOptimize(all_hits(run, *condition));
    }
}

void search_for_offsets_and_tiers(benchmark::State& state) {
    search(state, "peak < before(peak) and changed(offset(b7)) or tier(b3) == high and best > threshold * 11/10");
}
BENCHMARK(search_for_offsets_and_tiers)->Iterations(1)->Repetitions(5)->Unit(benchmark::kMillisecond);

void search_for_touched_bytes(benchmark::State& state) {
    search(state, "touches_bytes(64k, 96k) and moved > 3 and not touches_steps(0, 2)");
}
BENCHMARK(search_for_touched_bytes)->Iterations(1)->Repetitions(5)->Unit(benchmark::kMillisecond);

void search_for_overlaps(benchmark::State& state) {
    search(state, "overlap > 100000");
}
BENCHMARK(search_for_overlaps)->Iterations(1)->Repetitions(3)->Unit(benchmark::kMillisecond);

void search_for_holes_of_iterations(benchmark::State& state) {
    search(state, "kind == iteration and hole > 64k");
}
BENCHMARK(search_for_holes_of_iterations)->Iterations(1)->Repetitions(3)->Unit(benchmark::kMillisecond);

void search_for_holes(benchmark::State& state) {
    search(state, "hole > 64k");
}
BENCHMARK(search_for_holes)->Iterations(1)->Repetitions(1)->Unit(benchmark::kMillisecond);

constexpr double seconds = 0.2;
[[maybe_unused]] const bool offsets_set = set_bar({"search of 10^5 steps of 10^3 buffers: peak, offset, tier",
                                                   "search_for_offsets_and_tiers", "sort", Bar::Kind::within, seconds});
[[maybe_unused]] const bool bytes_set =
    set_bar({"the same: touched bytes and steps", "search_for_touched_bytes", "sort", Bar::Kind::within, seconds});
[[maybe_unused]] const bool holes_set =
    set_bar({"the same: holes of iterations", "search_for_holes_of_iterations", "sort", Bar::Kind::within, seconds});

}  // namespace
}  // namespace arenascope::bench
