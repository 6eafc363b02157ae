#include "app/session/plan_state.h"

#include <vector>

#include "core/memory/free_areas.h"

namespace arenascope {

Layout edited_layout(const PlanState& state, Layout at_frame) {
    if (state.edits.empty()) {
        return at_frame;
    }
    const Layout before = at_frame;
    for (const Edit& edit : state.edits) {
        at_frame.placements[edit.buffer.value()] = edit.placement;
    }
    reinstate_operators(at_frame, *state.problem);
    std::erase_if(at_frame.scratch, [&](const ScratchPlacement& placed) {
        return at_frame.placements[placed.buffer.value()] != before.placements[placed.buffer.value()];
    });
    remove_wrong_heaps(at_frame, *state.problem);
    return at_frame;
}

}  // namespace arenascope
