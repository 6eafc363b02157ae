#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/base/file/compression.h"
#include "core/format/reading.h"
#include "core/format/writing.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_recorder.h"
#include "tests/bench/bar.h"

namespace arenascope::bench {
namespace {

/// ARENASCOPE_BENCH_TRACE_BUFFERS and …_STEPS make the run larger, such as 100,000 buffers and 1,000 steps.
std::size_t number_from(const char* variable, std::size_t usual) {
    const char* text = std::getenv(variable);
    return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}
const std::size_t buffers = number_from("ARENASCOPE_BENCH_TRACE_BUFFERS", 10'000);
const std::size_t steps = number_from("ARENASCOPE_BENCH_TRACE_STEPS", 300);

/// A state that a tuner reached.
struct ReachedState {
    std::vector<std::int64_t> offsets;
    std::vector<BufferIndex> order;
    std::vector<Risk> risks;
};

const Problem& problem_of_a_network() {
    static const Problem problem = model_problem(buffers, 1);
    return problem;
}

std::vector<ReachedState> reached_states() {
    constexpr std::size_t most = 21;
    const Problem& problem = problem_of_a_network();
    const auto plan = run_planner(
        problem, empty_layout(problem),
        {.planner = "peak-suppression", .settings = {{"iterations", "20"}, {"rearrangements", "2"}}, .record = true});
    std::vector<ReachedState> states;
    if (!plan || !plan->trace) {
        std::abort();
    }
    TracePlayer player(*plan->trace);
    for (const FrameIndex frame : chief_frames(*plan->trace)) {
        player.go_to(frame);
        ReachedState state{{}, player.order(), player.risks()};
        for (const auto& offset : player.offsets()) {
            state.offsets.push_back(offset.value_or(OptionalOffset::none).value());
        }
        if (states.size() < most) {
            states.push_back(std::move(state));
        }
    }
    return states;
}

/// A long run to and fro through states of a tuner.
Trace recorded_iterations(const std::vector<ReachedState>& states) {
    TraceRecorder recorder(problem_of_a_network(), {});
    const std::size_t turn = states.size() < 2 ? 1 : 2 * (states.size() - 1);
    recorder.enter(FrameKind::pass, {}, {});
    for (std::size_t i = 0; i < steps; ++i) {
        const std::size_t at = i % turn;
        const ReachedState& state = states[at < states.size() ? at : turn - at];
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.leave({.offsets = state.offsets, .order = state.order, .risks = state.risks, .peak = Offset(1)});
        recorder.mark_result();
    }
    recorder.leave({.offsets = states.back().offsets, .order = {}, .risks = {}, .peak = Offset(1)});
    return recorder.take();
}

const std::vector<ReachedState>& states_of_a_tuner() {
    static const std::vector<ReachedState> states = reached_states();
    return states;
}

const Trace& recorded_iterations() {
    static const Trace trace = recorded_iterations(states_of_a_tuner());
    return trace;
}

/// A file of the run that is removed at the end.
class WrittenTrace {
public:
    explicit WrittenTrace(const char* suffix)
        : path_((std::filesystem::temp_directory_path() / ("arenascope_bench" + std::string(suffix))).string()) {
        write();
    }
    WrittenTrace(const WrittenTrace&) = delete;
    WrittenTrace& operator=(const WrittenTrace&) = delete;
    ~WrittenTrace() { std::filesystem::remove(path_); }

    void write() const {
        const Problem& problem = problem_of_a_network();
        static_cast<void>(write_trace(path_, problem, empty_layout(problem), recorded_iterations()));
    }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] double megabytes() const { return static_cast<double>(std::filesystem::file_size(path_)) / 1e6; }

private:
    std::string path_;
};

const WrittenTrace& file_with(const char* suffix) {
    static const WrittenTrace binary(".arenatrace");
    if (std::string_view(suffix) == ".arenatrace") {
        return binary;
    }
    static const WrittenTrace text(suffix);
    return text;
}

void trace_is_recorded(benchmark::State& state) {
    const std::vector<ReachedState>& states = states_of_a_tuner();
    for (auto unused : state) {
        benchmark::DoNotOptimize(recorded_iterations(states));
    }
    state.counters["states"] = static_cast<double>(states.size());
}
BENCHMARK(trace_is_recorded)->Iterations(1)->Unit(benchmark::kMillisecond);

void trace_is_written(benchmark::State& state, const char* suffix) {
    const WrittenTrace& file = file_with(suffix);
    for (auto unused : state) {
        file.write();
    }
    state.counters["MB"] = file.megabytes();
}
BENCHMARK_CAPTURE(trace_is_written, binary, ".arenatrace")->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(trace_is_written, json, ".json")->Iterations(1)->Unit(benchmark::kMillisecond);

/// The size of all blocks of changes before they are compressed.
double unpacked_megabytes() {
    std::size_t bytes = 0;
    for (const SharedBytes& block : recorded_iterations().changes.parts().blocks) {
        bytes += decompressed_size(block.bytes).value_or(0);
    }
    return static_cast<double>(bytes) / 1e6;
}

void trace_is_opened(benchmark::State& state, const char* suffix) {
    const WrittenTrace& file = file_with(suffix);
    for (auto unused : state) {
        const auto document = read_document(file.path());
        if (!document || !document->trace) {
            state.SkipWithError("the trace should open");
            return;
        }
    }
    state.counters["MB"] = file.megabytes();
    state.counters["MB before compression"] = unpacked_megabytes();
}
BENCHMARK_CAPTURE(trace_is_opened, binary, ".arenatrace")->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(trace_is_opened, json, ".json")->Iterations(1)->Unit(benchmark::kMillisecond);

/// Jumps to and fro over an opened run. Each iteration is one jump; the slowest one is shown beside.
void trace_goes_to_a_random_step(benchmark::State& state) {
    const auto document = read_document(file_with(".arenatrace").path());
    if (!document || !document->trace) {
        state.SkipWithError("the trace should open");
        return;
    }
    TracePlayer player(*document->trace);
    std::uint64_t random = 1;
    double worst = 0;
    for (auto unused : state) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        const auto begin = std::chrono::steady_clock::now();
        player.go_to(FrameIndex((random >> 33U) % document->trace->frames.size()));
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        worst = std::max(worst, took.count());
    }
    state.counters["worst_ms"] = worst;
}
BENCHMARK(trace_goes_to_a_random_step)->Iterations(200)->Unit(benchmark::kMillisecond);

constexpr double a_step = 0.05;
[[maybe_unused]] const bool step_set = set_bar(
    {"a random step of an opened binary trace", "trace_goes_to_a_random_step", "sort", Bar::Kind::within, a_step});

}  // namespace
}  // namespace arenascope::bench
