#include "core/planner/many_core/run_scale.h"

#include <algorithm>

#include "core/planner/counted_option.h"
#include "core/planner/many_core/candidates.h"

namespace arenascope {
namespace {

constexpr std::int64_t most_combinations = 1'000'000'000;

}  // namespace

std::vector<OptionSpec> scale_options() {
    return {counted_option("context", "4", "allocations", "number of later allocations considered with each one",
                           {0, most_context}),
            counted_option("combinations", "0", "combinations",
                           "number of combinations tried for an allocation with its context, in the first layout",
                           {0, most_combinations},
                           "all of them, or 60,000 divided by the number of buffers, but at least 64"),
            counted_option("further-combinations", "0", "combinations",
                           "the same for the layouts after the first one, of which there are many",
                           {0, most_combinations}, "as given by combinations, or 64"),
            counted_option("areas", "150000", "areas",
                           "after so many visited areas, no further combination is tried for an allocation", {1}),
            counted_option("steps", "0", "allocations",
                           "number of allocations that a method may place after the first layout, and again as many by "
                           "random choices",
                           {}, "200 for each buffer, from 20,000 to 100,000")};
}

RunScale scale_of(const PlanRequest& request) {
    constexpr std::size_t few_combinations = 64;
    const std::size_t count = std::max<std::size_t>(1, request.problem.buffers.size());
    const auto context = static_cast<std::size_t>(request.options.integer("context"));
    const auto combinations = static_cast<std::size_t>(request.options.integer("combinations"));
    const auto further = static_cast<std::size_t>(request.options.integer("further-combinations"));
    const auto steps = static_cast<std::size_t>(request.options.integer("steps"));
    return {.context = context,
            .first_combinations =
                combinations > 0 ? combinations
                                 : std::min(possible_combinations(context), std::max(few_combinations, 60'000 / count)),
            .further_combinations = further > 0        ? further
                                    : combinations > 0 ? combinations
                                                       : few_combinations,
            .areas = static_cast<std::uint64_t>(request.options.integer("areas")),
            .steps = steps > 0 ? steps : std::clamp<std::size_t>(200 * count, 20'000, 100'000)};
}

}  // namespace arenascope
