#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "app/session/plan_state.h"
#include "app/session/state_change.h"
#include "core/model/edit/edited_plan.h"

namespace arenascope {

/// What an edit starts from.
struct EditBase {
    PlanState state;                      ///< the newest one
    std::shared_ptr<const Layout> shown;  ///< its layout with the first `shown_edits` of its edits
    std::size_t shown_edits = 0;
};

/// What an edit leads to.
struct MadeEdit {
    PlanState state;
    std::vector<BufferIndex> select = {};  ///< once it is shown; empty: the selection stays
    MergeKey key = {};
    bool supersedes = false;  ///< work on the plan before should stop
};

/// An edit: from a plan to another one, on any thread. Empty: it changes nothing.
using MakeEdit = std::function<Expected<std::optional<MadeEdit>>(const EditBase&)>;

/// A change of a plan that may take long.
struct PlanChange {
    MakeEdit make;
    std::function<QString(const MadeEdit&)> text;   ///< in the undo history
    bool needs_shown = true;                        ///< see EditQueue::Order
    bool is_quick = false;                          ///< see EditQueue::Order
    std::function<void(const Error&)> failed = {};  ///< empty: EditQueue::failed() tells of it
    std::function<void(const PlanState& before, const PlanState& after)> made = {};
};

/// The layout with all edits of the base. O(1) if it is shown, otherwise linear.
[[nodiscard]] std::shared_ptr<const Layout> layout_of(const EditBase& base);

/// Problem and layout of an edit as the next state. Keeps the trace, its step and the moves only if they still fit:
/// neither the layout nor what a trace belongs to (see fingerprint()) has changed. O(n log n).
[[nodiscard]] std::optional<MadeEdit> edited_state(const EditBase& base, EditedPlan plan);

/// The base with more moves. `is_nudge`: a later nudge of the same buffers replaces this one. An error where nothing
/// may be moved, see check_movable(). Linear.
[[nodiscard]] Expected<std::optional<MadeEdit>> moved_state(const EditBase& base, std::vector<Edit> edits,
                                                            bool is_nudge);

/// The base described by another problem, see describe_plan(). O(n).
[[nodiscard]] std::optional<MadeEdit> described_state(const EditBase& base, Problem problem);

/// The base with other notes and bookmarks. Those that came and went between `seen` and `wanted` come and go. Linear.
[[nodiscard]] std::optional<MadeEdit> annotated_state(const EditBase& base, const PlanState& seen,
                                                      const PlanState& wanted);

/// A plan of many elements is freed on another thread.
[[nodiscard]] std::shared_ptr<const Problem> freed_apart(Problem problem);
[[nodiscard]] std::shared_ptr<const Layout> freed_apart(Layout layout);

/// A state with only what belongs to the file and its edits: no layout, no trace.
[[nodiscard]] PlanState state_of_same_file(const PlanState& state);

/// Moves the notes and bookmarks of a state from the problem that they are about to the problem of the state.
void move_annotations(PlanState& state, const Problem& before);

}  // namespace arenascope
