#include "app/session/plan_state.h"

namespace arenascope {

Layout edited_layout(const PlanState& state, Layout at_frame) {
    for (const Edit& edit : state.edits) {
        at_frame.placements[edit.buffer.value()] =
            Placement{edit.offset, state.problem->buffers[edit.buffer.value()].region};
    }
    return at_frame;
}

}  // namespace arenascope
