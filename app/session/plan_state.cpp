#include "app/session/plan_state.h"

namespace arenascope {

Layout edited_layout(const PlanState& state, Layout at_frame) {
    for (const Edit& edit : state.edits) {
        at_frame.placements[edit.buffer.value()] = edit.placement;
    }
    if (!state.edits.empty()) {
        std::erase_if(at_frame.removed, [&](OperatorIndex index) {
            return !does_the_work_of(at_frame, *state.problem, state.problem->graph->operators[index.value()]);
        });
    }
    return at_frame;
}

}  // namespace arenascope
