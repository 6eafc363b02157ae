#include "app/session/judged_plan.h"

#include <utility>

#include "core/model/tiers/rectangle_classifier.h"
#include "core/picture/plan/thumbnail.h"

namespace arenascope {

JudgedPlan judge(Plan plan, const std::shared_ptr<const Problem>& open, const Layout& before) {
    JudgedPlan judged;
    judged.standing = standing_of(plan, before);
    judged.risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>(classify(plan.problem, plan.result.layout));
    judged.height = stack_height(plan.problem, plan.result.layout);
    judged.problem = plan.problem == *open ? open : std::make_shared<const Problem>(std::move(plan.problem));
    plan.problem = {};
    judged.plan = std::make_shared<const Plan>(std::move(plan));
    return judged;
}

Plan whole_plan(const JudgedPlan& judged) {
    Plan plan = *judged.plan;
    plan.problem = *judged.problem;
    return plan;
}

}  // namespace arenascope
