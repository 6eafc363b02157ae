#include "app/session/plan_edit.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "qt/tasks/released_apart.h"

namespace arenascope {
namespace {

bool differs_only_in_usage_graph(const Problem& problem, const Problem& before) {
    if (problem.usage_graph == before.usage_graph) {
        return false;
    }
    Problem other = before;
    other.usage_graph = problem.usage_graph;
    return problem == other;
}

/// `base` without what only `seen` has, and with what only `wanted` has.
template <class T>
std::vector<T> merged_list(std::vector<T> base, const std::vector<T>& seen, const std::vector<T>& wanted) {
    if (base == seen) {
        return wanted;
    }
    const auto has = [](const std::vector<T>& list, const T& item) {
        return std::ranges::find(list, item) != list.end();
    };
    std::erase_if(base, [&](const T& item) { return has(seen, item) && !has(wanted, item); });
    std::ranges::copy_if(wanted, std::back_inserter(base), [&](const T& item) { return !has(seen, item); });
    return base;
}

/// Where buffers lie in a state, by index.
class Places {
public:
    explicit Places(const EditBase& base) : shown_(*base.shown) {
        for (std::size_t i = base.shown_edits; i < base.state.edits.size(); ++i) {
            const Edit& edit = base.state.edits[i];
            moved_.insert_or_assign(edit.buffer.value(), edit.placement);
        }
    }
    [[nodiscard]] OptionalPlacement of(BufferIndex buffer) const {
        const auto moved = moved_.find(buffer.value());
        return moved == moved_.end() ? shown_.placements[buffer] : moved->second;
    }

private:
    const Layout& shown_;
    std::unordered_map<std::size_t, Placement> moved_;  ///< by what is not shown yet
};

/// Drops the last edits that were nudges of the same buffers, so that many nudges of a buffer leave one edit.
std::vector<Edit> without_former_nudges(std::vector<Edit> edits, std::vector<Edit>& nudges) {
    std::unordered_map<std::size_t, std::size_t> positions;  // in `nudges`, by buffer
    for (std::size_t i = 0; i < nudges.size(); ++i) {
        positions.emplace(nudges[i].buffer.value(), i);
    }
    while (!edits.empty()) {
        const auto same = positions.find(edits.back().buffer.value());
        if (same == positions.end()) {
            break;
        }
        nudges[same->second].from = edits.back().from;
        edits.pop_back();
    }
    return edits;
}

}  // namespace

std::shared_ptr<const Problem> freed_apart(Problem problem) {
    const std::size_t buffers = problem.buffers.size();
    return released_apart(std::move(problem), buffers);
}

std::shared_ptr<const Layout> freed_apart(Layout layout) {
    const std::size_t buffers = layout.placements.size();
    return released_apart(std::move(layout), buffers);
}

std::shared_ptr<const Layout> layout_of(const EditBase& base) {
    if (base.shown_edits == base.state.edits.size()) {
        return base.shown;
    }
    Layout layout = *base.shown;
    for (std::size_t i = base.shown_edits; i < base.state.edits.size(); ++i) {
        layout.placements[base.state.edits[i].buffer] = base.state.edits[i].placement;
    }
    return freed_apart(std::move(layout));
}

PlanState state_of_same_file(const PlanState& state) {
    return {{.problem = state.problem, .hand_edits = hand_edits_of(state)},
            state,
            {},
            {state.pinned_notes, without_frames(state.bookmarks)}};
}

void move_annotations(PlanState& state, const Problem& before) {
    state.pinned_notes = repinned(std::move(state.pinned_notes), before, *state.problem);
    state.bookmarks = moved_bookmarks(std::move(state.bookmarks), before, *state.problem);
}

std::optional<MadeEdit> edited_state(const EditBase& base, EditedPlan plan) {
    if (plan.hand_edits.empty()) {
        return std::nullopt;
    }
    const Problem& before = *base.state.problem;
    const std::shared_ptr<const Layout> layout = layout_of(base);
    const bool fits_trace = plan.layout == *layout && fingerprint(plan.problem) == fingerprint(before);
    MadeEdit made{base.state, std::move(plan.changed), {}, true};
    PlanState& after = made.state;
    after.problem = freed_apart(std::move(plan.problem));
    move_annotations(after, before);
    std::vector<HandEdit> edits = fits_trace ? base.state.hand_edits.get() : hand_edits_of(base.state);
    if (!fits_trace) {
        static_cast<PlanVersion&>(after) = {
            .problem = after.problem, .layout = freed_apart(std::move(plan.layout)), .provenance = after.provenance};
        after.bookmarks = without_frames(std::move(after.bookmarks));
        after.misfits.clear();
        after.heap_trials.reset();
        after.lower_bound.reset();
    }
    add_hand_edits(edits, std::move(plan.hand_edits));
    after.hand_edits = std::move(edits);
    return made;
}

Expected<std::optional<MadeEdit>> moved_state(const EditBase& base, std::vector<Edit> edits, bool is_nudge) {
    if (auto movable = check_movable(*base.state.problem); !movable) {
        return failure(std::move(movable.error()));
    }
    const Places places(base);
    for (Edit& edit : edits) {
        edit.from = places.of(edit.buffer);
    }
    std::erase_if(edits, [](const Edit& edit) { return edit.from == edit.placement; });
    if (edits.empty()) {
        return std::optional<MadeEdit>();
    }
    MadeEdit made{base.state};
    std::vector<Edit> all = base.state.edits;
    if (is_nudge) {
        for (const Edit& edit : edits) {
            made.key.push_back(edit.buffer);
        }
        all = without_former_nudges(std::move(all), edits);
    }
    all.insert(all.end(), edits.begin(), edits.end());
    made.state.edits = std::move(all);
    return std::optional(std::move(made));
}

std::optional<MadeEdit> described_state(const EditBase& base, Problem problem) {
    const Problem& before = *base.state.problem;
    if (problem == before) {
        return std::nullopt;
    }
    MadeEdit made{base.state, {}, {}, true};
    if (differs_only_in_usage_graph(problem, before)) {
        made.state.problem = freed_apart(std::move(problem));
        return made;
    }
    made.state = state_of_same_file(base.state);
    made.state.problem = freed_apart(std::move(problem));
    made.state.layout = layout_of(base);
    if (made.state.problem->graph != before.graph) {
        // Both refer to operators of the former graph.
        Layout same = *made.state.layout;
        same.removed.clear();
        same.copies.clear();
        made.state.layout = freed_apart(std::move(same));
    }
    made.state.provenance = base.state.provenance;
    return made;
}

std::optional<MadeEdit> annotated_state(const EditBase& base, const PlanState& seen, const PlanState& wanted) {
    PlanState before = seen;
    PlanState after = wanted;
    if (seen.problem != base.state.problem) {
        for (PlanState* each : {&before, &after}) {
            each->problem = base.state.problem;
            move_annotations(*each, *seen.problem);
        }
    }
    MadeEdit made{base.state};
    static_cast<PlanNotes&>(made.state) = {
        merged_list(base.state.pinned_notes, before.pinned_notes, after.pinned_notes),
        merged_list(base.state.bookmarks, before.bookmarks, after.bookmarks)};
    return has_same_notes(made.state, base.state) ? std::nullopt : std::optional(std::move(made));
}

}  // namespace arenascope
