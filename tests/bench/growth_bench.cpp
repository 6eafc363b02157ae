#include <array>
#include <string>

#include <benchmark/benchmark.h>

#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/bench/bar.h"

namespace arenascope::bench {
namespace {

constexpr std::size_t fewer = 40'000;

/// Searches get so little work that they place every buffer once, so that their growth is that of a placement.
std::vector<KeyValue> least_work(const PlannerDescription& planner) {
    for (const OptionSpec& option : planner.options) {
        if (option.key == "work") {
            return {{"work", std::to_string(option.minimum)}};
        }
    }
    return {};
}

void plan(benchmark::State& state, const PlannerDescription& planner, GeneratedKind kind, std::size_t buffers) {
    const Problem problem = *generated_problem(kind, buffers, 1);
    const Layout nothing = empty_layout(problem);
    for (auto unused : state) {
        const auto plan =
            run_planner(problem, nothing, {.planner = std::string(planner.name), .settings = least_work(planner)});
        if (!plan) {
            state.SkipWithError(plan.error().cause.c_str());
            return;
        }
    }
}

/// Each planner at n and at 2 n buffers of a kind with few alive at a time. Where the method allows it, the time is
/// near-linear; caches make the ratio more than 2. Short dense problems are no part of this: with n, more buffers live
/// at a time, and most methods look at each pair.
bool register_growth() {
    constexpr double most_growth = 3.2;
    for (const GeneratedKind kind : {GeneratedKind::sparse, GeneratedKind::model}) {
        for (const Planner& planner : planners()) {
            const PlannerDescription& described = planner.description;
            std::array<std::string, 2> names;
            for (std::size_t i = 0; i < names.size(); ++i) {
                const std::size_t buffers = fewer << i;
                names[i] = "growth/" + std::string(described.name) + "/" + std::string(name_of(kind)) + "/" +
                           std::to_string(buffers);
                benchmark::RegisterBenchmark(
                    names[i].c_str(),
                    [&described, kind, buffers](benchmark::State& state) { plan(state, described, kind, buffers); })
                    ->Iterations(1)
                    ->Repetitions(2)
                    ->Unit(benchmark::kMillisecond);
            }
            set_bar({"growth: " + std::string(described.name) + ", " + std::string(name_of(kind)) + ", 2 n / n",
                     names[1], names[0], Bar::Kind::at_most, most_growth});
        }
    }
    return true;
}

[[maybe_unused]] const bool is_registered = register_growth();

}  // namespace
}  // namespace arenascope::bench
