#include "core/planner/registry.h"

#include <algorithm>

#include "core/planner/sharing/operator_sharing.h"
#include "core/planner/tuner/layout_tuner.h"

namespace arenascope {

std::span<const Planner> planners() {
    static const std::vector<Planner> all = {
        layout_tuner(),
        operator_sharing(),
    };
    return all;
}

Expected<const Planner*> planner_named(std::string_view name) {
    const auto all = planners();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [name](const Planner& planner) { return planner.description.name == name; });
    if (found != all.end()) {
        return &*found;
    }
    std::string names;
    for (const Planner& planner : all) {
        names += (names.empty() ? "" : ", ") + std::string(planner.description.name);
    }
    return failure("there is no planner '" + std::string(name) + "'", "the planners are: " + names);
}

}  // namespace arenascope
