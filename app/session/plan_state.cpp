#include "app/session/plan_state.h"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/memory/free_areas.h"

namespace arenascope {

Layout edited_layout(const PlanState& state, Layout at_frame) {
    if (state.edits.empty()) {
        return at_frame;
    }
    std::unordered_map<std::size_t, std::optional<Placement>> before;  // placements of the edited buffers, by index
    for (const Edit& edit : state.edits) {
        auto& placement = at_frame.placements[edit.buffer];
        before.try_emplace(edit.buffer.value(), placement);
        placement = edit.placement;
    }
    reinstate_operators(at_frame, *state.problem);
    std::erase_if(at_frame.scratch, [&](const ScratchPlacement& placed) {
        const auto edited = before.find(placed.buffer.value());
        return edited != before.end() && at_frame.placements[edited->first] != edited->second;
    });
    remove_wrong_heaps(at_frame, *state.problem);
    return at_frame;
}

}  // namespace arenascope
