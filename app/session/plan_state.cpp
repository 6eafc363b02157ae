#include "app/session/plan_state.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <QCoreApplication>

#include "core/model/memory/free_areas.h"
#include "qt/tasks/released_apart.h"

namespace arenascope {

PlanState state_of(Document document, const QString& path, std::vector<KeyValue> switches) {
    const std::size_t buffers = document.problem.buffers.size();
    PlanState state{
        {.problem = released_apart(std::move(document.problem), buffers),
         .layout = released_apart(std::move(document.layout), buffers),
         .provenance = std::move(document.provenance),
         .hand_edits = std::move(document.hand_edits)},
        {path, document.import ? std::make_shared<const ImportReport>(std::move(*document.import)) : nullptr,
         std::move(switches), document.format, std::move(document.notes), document.left_out},
        {},
        {std::move(document.pinned_notes), std::move(document.bookmarks)}};
    if (document.trace) {
        state.trace = released_apart(std::move(*document.trace), buffers);
        state.frame = state.trace->result;
    }
    return state;
}

std::shared_ptr<const Layout> layout_to_plan_from(const PlanState& state, std::shared_ptr<const Layout> shown,
                                                  const PlanOrder& order) {
    const bool asks_for_shown =
        order.planner == "scratch" ||
        std::ranges::any_of(order.settings, [](const KeyValue& setting) { return setting.second == "file"; });
    return state.own_layout && state.edits.empty() && !asks_for_shown ? state.own_layout : std::move(shown);
}

std::vector<HandEdit> hand_edits_of(const PlanState& state) {
    std::vector<HandEdit> edits = state.hand_edits;
    std::vector<HandEdit> moves;
    moves.reserve(state.edits.size());
    for (const Edit& edit : state.edits) {
        moves.push_back(moved_by_hand(*state.problem, edit.buffer, edit.from, edit.placement));
    }
    add_hand_edits(edits, std::move(moves));
    return edits;
}

Annotations annotations_of(const PlanState& state) {
    return {hand_edits_of(state), state.pinned_notes, state.bookmarks};
}

QString edited_words(std::span<const HandEdit> edits, bool follows) {
    switch (hand_edited(edits)) {
        case HandEdited::no:
            return {};
        case HandEdited::plan:
            return follows ? QCoreApplication::translate("PlanState", "then edited by hand")
                           : QCoreApplication::translate("PlanState", "edited by hand");
        case HandEdited::problem:
            return QCoreApplication::translate("PlanState", "of a problem edited by hand");
    }
    return {};
}

Layout edited_layout(const PlanState& state, Layout at_frame) {
    if (state.edits.empty()) {
        return at_frame;
    }
    std::unordered_map<std::size_t, OptionalPlacement> before;  // placements of the edited buffers, by index
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
    at_frame.misstated.clear();  // the file says it about its own layout
    return at_frame;
}

}  // namespace arenascope
