#include "core/planner/body_planner.h"

#include <algorithm>
#include <cstddef>

#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"

namespace arenascope {

BodyPlanner planner_of_bodies() {
    return [budget = std::size_t{10'000}](const Problem& body) mutable {
        constexpr std::size_t most_default_buffers = 500;
        const std::size_t buffers = body.buffers.size();
        const bool uses_default_planner = buffers <= std::min(most_default_buffers, budget);
        budget -= uses_default_planner ? buffers : 0;
        PlanOrder order;
        order.planner = uses_default_planner ? default_planner : "offsets-greedy-by-size";
        return run_planner(body, empty_layout(body), order).map([](const Plan& plan) {
            return Bytes(peak(plan.problem, plan.result.layout).value());
        });
    };
}

}  // namespace arenascope
