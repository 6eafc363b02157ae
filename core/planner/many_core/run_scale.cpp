#include "core/planner/many_core/run_scale.h"

#include <algorithm>

#include "core/planner/many_core/candidates.h"

namespace arenascope {
namespace {

constexpr std::int64_t most_combinations = 1'000'000'000;

}  // namespace

std::vector<OptionSpec> scale_options() {
    return {{.key = "context",
             .type = OptionType::integer,
             .default_value = "4",
             .meaning = "number of later allocations considered with each one",
             .maximum = most_context,
             .unit = "allocations"},
            {.key = "combinations",
             .type = OptionType::integer,
             .default_value = "0",
             .meaning = "number of combinations tried for an allocation with its context, in the first layout",
             .maximum = most_combinations,
             .unit = "combinations",
             .unset = "all of them, or 60,000 divided by the number of buffers, but at least 64"},
            {.key = "further-combinations",
             .type = OptionType::integer,
             .default_value = "0",
             .meaning = "the same for the layouts after the first one, of which there are many",
             .maximum = most_combinations,
             .unit = "combinations",
             .unset = "as given by combinations, or 64"},
            {.key = "areas",
             .type = OptionType::integer,
             .default_value = "150000",
             .meaning = "after so many visited areas, no further combination is tried for an allocation",
             .minimum = 1,
             .unit = "areas"},
            {.key = "steps",
             .type = OptionType::integer,
             .default_value = "0",
             .meaning = "number of allocations that a method may place after the first layout, and again as "
                        "many by random choices",
             .unit = "allocations",
             .unset = "200 for each buffer, from 20,000 to 100,000"}};
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
