#include "core/planner/registry.h"

#include <algorithm>
#include <iterator>

#include "core/base/error/quotation.h"
#include "core/planner/exact/exact_planner.h"
#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/hill_climb/hill_climb.h"
#include "core/planner/many_core/many_core.h"
#include "core/planner/peak_suppression/layout_tuner.h"
#include "core/planner/portfolio/portfolio.h"
#include "core/planner/scratch/scratch_planner.h"
#include "core/planner/shared_objects/shared_object_planners.h"
#include "core/planner/sharing/operator_sharing.h"

namespace arenascope {

std::span<const Planner> planners() {
    static const std::vector<Planner> all = [] {
        std::vector<Planner> list = {
            layout_tuner(),
            operator_sharing(),
            exact_planner(),
        };
        std::ranges::move(shared_object_planners(), std::back_inserter(list));
        std::ranges::move(greedy_planners(), std::back_inserter(list));
        list.push_back(portfolio());
        list.push_back(hill_climb());
        list.push_back(many_core());
        list.push_back(scratch_planner());
        std::ranges::stable_sort(list, {}, [](const Planner& planner) { return planner.description.family; });
        return list;
    }();
    return all;
}

bool is_external_planner(std::string_view name) {
    return name.starts_with(external_prefix);
}

Expected<const Planner*> planner_named(std::string_view name) {
    if (is_external_planner(name)) {
        return failure(in_quotes(name) + " is an external planner, which is not run here",
                       "give it to arenascope plan with --planner if you trust the command");
    }
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
    return failure("there is no planner " + in_quotes(name), "the planners are: " + names);
}

}  // namespace arenascope
