#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>

#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/bench/bar.h"
#include "tests/bench/crowded_problem.h"

namespace arenascope::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Long enough for every planner to be busy. One that improves must have placed every buffer once, because it does so
/// whatever the stop token says.
constexpr auto patience = std::chrono::milliseconds(100);
constexpr auto patience_with_improvers = std::chrono::milliseconds(1'500);

/// Seconds from the stop to the return; 0: the planner ended before the stop.
double seconds_to_stop(const Problem& problem, const PlannerDescription& planner) {
    std::atomic<bool> is_stopped = false;
    Clock::time_point stopped_at;
    std::jthread stopper([&](const std::stop_token& done) {
        const auto until = Clock::now() + (planner.improves ? patience_with_improvers : patience);
        while (Clock::now() < until) {
            if (done.stop_requested()) {
                return;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        stopped_at = Clock::now();
        is_stopped = true;
    });
    const auto plan = run_planner(problem, empty_layout(problem),
                                  {.planner = std::string(planner.name),
                                   .threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency())),
                                   .stop = [&is_stopped] { return is_stopped.load(std::memory_order_relaxed); }});
    const auto returned = Clock::now();
    stopper.request_stop();
    stopper.join();
    return plan && is_stopped ? std::chrono::duration<double>(returned - stopped_at).count() : 0;
}

/// The longest time that any planner takes to return after a stop; the label names that planner.
void stop_of_every_planner(benchmark::State& state) {
    const Problem problem = crowded_problem(100'000, 95);
    for (auto unused : state) {
        double longest = 0;
        for (const Planner& planner : planners()) {
            const std::string name(planner.description.name);
            const double seconds = seconds_to_stop(problem, planner.description);
            state.counters[name] = seconds;
            if (seconds >= longest) {
                longest = seconds;
                state.SetLabel(name);
            }
        }
        state.SetIterationTime(longest);
    }
}
BENCHMARK(stop_of_every_planner)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool stop_set = set_bar({"from the stop to the return, slowest planner of 10^5 buffers",
                                                "stop_of_every_planner", "sort", Bar::Kind::within, 0.2});

}  // namespace
}  // namespace arenascope::bench
