#include "core/analysis/compare/compared_plans.h"

#include <utility>

namespace arenascope {

ComparedPlans compare_plans(ComparedSide a, ComparedSide b) {
    ComparedPlans plans;
    plans.a = std::move(a);
    plans.b = std::move(b);
    const Comparand first = plans.a.comparand();
    const Comparand second = plans.b.comparand();
    plans.figures_of_a = plan_figures(first, *plans.a.risks);
    plans.figures_of_b = plan_figures(second, *plans.b.risks);
    const BufferPairing pairing = pair_buffers(first.problem, second.problem);
    plans.changes = plan_changes(first, second, pairing);
    plans.recorded = compared_recordings(first.problem, second.problem);
    plans.changed = changed_bytes(first, second, plans.changes);
    plans.steps = match_steps(first.problem, second.problem, pairing);
    plans.live = live_differences(plans.a.profiles->all(), plans.b.profiles->all(), plans.steps);
    plans.partners_in_b.assign(first.problem.buffers.size(), BufferIndex::none());
    plans.partners_in_a.assign(second.problem.buffers.size(), BufferIndex::none());
    for (const BufferPair& pair : pairing.pairs) {
        plans.partners_in_b[pair.first] = pair.second;
        plans.partners_in_a[pair.second] = pair.first;
    }
    return plans;
}

bool have_same_buffers(const ComparedPlans& plans) {
    const PlanChanges& changes = plans.changes;
    return changes.added == 0 && changes.removed == 0 && changes.resized == 0 && changes.retimed == 0;
}

}  // namespace arenascope
