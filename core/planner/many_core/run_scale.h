#pragma once

#include <cstdint>
#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// How far a run of `many-core` searches. A 0 in the options is replaced by what the problem needs.
struct RunScale {
    std::size_t context = 0;
    std::size_t first_combinations = 1;    ///< for the placements of the heuristic
    std::size_t further_combinations = 1;  ///< for those that follow, of which there are many
    std::uint64_t areas = 0;               ///< visited for one allocation
    std::size_t steps = 0;
};

/// The options `context`, `combinations`, `further-combinations`, `areas` and `steps`.
[[nodiscard]] std::vector<OptionSpec> scale_options();

/// `request.options` must include scale_options().
[[nodiscard]] RunScale scale_of(const PlanRequest& request);

}  // namespace arenascope
