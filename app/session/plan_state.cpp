#include "app/session/plan_state.h"

namespace arenascope {

Layout edited_layout(const PlanState& state, Layout at_frame) {
    for (const Edit& edit : state.edits) {
        at_frame.placements[edit.buffer.value()] = edit.placement;
    }
    if (!state.edits.empty()) {
        reinstate_operators(at_frame, *state.problem);
    }
    return at_frame;
}

}  // namespace arenascope
