#pragma once

#include <memory>

#include "core/analysis/compare/compared_plans.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "tests/support/placed_plan.h"

namespace arenascope::test {

inline ComparedSide compared_side(PlacedPlan plan) {
    auto risks = classify(plan.problem, plan.layout);
    auto profiles = shared(PlanProfiles(plan.problem, plan.layout));
    return {shared(std::move(plan.problem)), shared(std::move(plan.layout)), shared(std::move(risks)),
            std::move(profiles)};
}

/// `high` moves down by 2,048, `gone` is removed, `old` is renamed to `new`, `grows` from 512 to 1,024, `extra` is
/// added, `stays` stays.
inline std::shared_ptr<const ComparedPlans> compared_sample() {
    return shared(compare_plans(compared_side(placed_plan({{"stays", 0, 9, 1024, 0},
                                                           {"high", 0, 4, 1024, 3072},
                                                           {"gone", 4, 6, 256, 1024},
                                                           {"old", 6, 9, 128, 1024},
                                                           {"grows", 6, 9, 512, 2048}})),
                                compared_side(placed_plan({{"stays", 0, 9, 1024, 0},
                                                           {"high", 0, 4, 1024, 1024},
                                                           {"new", 6, 9, 128, 1024},
                                                           {"grows", 6, 9, 1024, 2048},
                                                           {"extra", 4, 6, 64, 1024}}))));
}

}  // namespace arenascope::test
