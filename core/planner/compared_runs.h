#pragma once

#include <string>
#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// One run of a comparison of all planners.
struct ComparedRun {
    const Planner* planner;
    std::vector<KeyValue> settings;  ///< the choices that make it differ from the other runs of the planner
    std::string name;                ///< the planner, followed by its choices that are not the default
};

/// The runs that compare all planners, in the order of the registry. A planner runs once, with the options that the
/// user has set. `many-core` runs by every method and criterion that the user has not set, and a planner with a method
/// `source` also runs by that, so that the gain over its source shows.
///
///   peak-suppression   peak-suppression (source)
///   many-core   many-core (fragmentation)   many-core (pool)   many-core (pool, fragmentation)   …
[[nodiscard]] std::vector<ComparedRun> compared_runs(const std::vector<KeyValue>& settings);

}  // namespace arenascope
