// A compiler that plans the memory of a network: three tensors, one arena of 1 KiB. It prints their offsets, and writes
// the plan and the steps of the planner, which the window shows: arenascope run.arenatrace
#include <cstdio>

#include <arenascope/check.h>
#include <arenascope/plan.h>
#include <arenascope/problem.h>

namespace api = arenascope::api;

int main() {
    const auto problem = api::Problem::make({{.name = "input", .size = 256, .begin = 0, .end = 2, .alignment = 16},
                                             {.name = "conv", .size = 512, .begin = 1, .end = 3, .alignment = 16},
                                             {.name = "output", .size = 100, .begin = 2, .end = 4, .alignment = 16}},
                                            {{.name = "sram", .capacity = 1024}});
    const auto layout = problem.and_then(
        [](const api::Problem& valid) { return api::plan(valid, {.planner = "exact", .record = true}); });
    const auto written = layout.and_then([](const api::Layout& plan) { return plan.save("plan.json"); }).and_then([&] {
        return layout->save_trace("run.arenatrace");
    });
    if (!written) {
        std::fprintf(stderr, "%s\n", api::to_string(written.error()).c_str());
        return 1;
    }
    for (std::size_t i = 0; i < layout->offsets().size(); ++i) {
        std::printf("%s at %lld\n", problem->buffers()[i].name.c_str(), static_cast<long long>(*layout->offsets()[i]));
    }
    std::printf("peak %lld B\n", static_cast<long long>(layout->peak()));
    return api::check(*layout).ok ? 0 : 1;
}
