#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <QString>

#include "app/session/shared_list.h"
#include "core/format/annotations.h"
#include "core/format/document.h"
#include "core/format/file_format.h"
#include "core/model/edit/hand_edit.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/network/network_problem.h"
#include "core/planner/planner.h"
#include "core/planner/planning.h"
#include "core/trace/trace.h"

namespace arenascope {

/// A move of a buffer by hand.
struct Edit {
    BufferIndex buffer;
    Placement placement;
    OptionalPlacement from = {};  ///< where it was before; empty: it was not placed
    friend bool operator==(const Edit&, const Edit&) = default;
};

/// What the source of a plan gave beside the plan. It stays when a planner or an edit makes another plan of it.
struct SourceFacts {
    QString source;                              ///< the file that `import` and `switches` are about
    std::shared_ptr<const ImportReport> import;  ///< models only; includes the import switches
    std::vector<KeyValue> switches;              ///< import switches of the file, model or not
    FileFormat format = FileFormat::plan_json;   ///< of the file
    std::vector<std::string> notes;              ///< what the reader left out or assumed
    std::size_t left_out = 0;                    ///< values that no figure counts, without unknown sizes (see Document)
    friend bool operator==(const SourceFacts&, const SourceFacts&) = default;
};

/// What the planner told that made the plan here. Empty for the plan of a file.
struct PlannerFacts {
    std::vector<Misfit> misfits;                    ///< buffers that did not fit
    std::shared_ptr<const HeapTrials> heap_trials;  ///< null: the scratch was not placed here
    std::vector<std::string> plan_notes;
    std::optional<double> seconds;     ///< planning time; empty: the plan was not made here
    std::optional<Bytes> lower_bound;  ///< that the planner proved; empty: the plan was not made here
    friend bool operator==(const PlannerFacts&, const PlannerFacts&) = default;
};

/// What people wrote on a plan and kept of it. It is no part of the plan, which does not count as edited.
struct PlanNotes {
    std::vector<PinnedNote> pinned_notes;  ///< by number
    std::vector<Bookmark> bookmarks;       ///< views that people kept; their frames are those of the trace
    friend bool operator==(const PlanNotes&, const PlanNotes&) = default;
};

/// A version of the plan: its problem and layout, the shown step of its trace, and the edits on top of it. Large parts
/// are shared.
struct PlanVersion {
    std::shared_ptr<const Problem> problem;
    std::shared_ptr<const Layout> layout;  ///< from the file or the planner
    /// That of the file, or of the user, from which planners of the window have made `layout`; null: `layout` itself.
    std::shared_ptr<const Layout> own_layout;
    std::optional<Provenance> provenance;
    std::shared_ptr<const Trace> trace;     ///< null: no recorded run
    FrameIndex frame = FrameIndex::none();  ///< the shown step; none(): `layout` itself
    SharedList<Edit> edits;                 ///< in the order in which they were made, on top of the step
    SharedList<HandEdit> hand_edits;        ///< that problem and layout contain already, see hand_edits_of()
};

/// What the window shows, as a value. A copy for each undo step is cheap.
///
/// It has no fields but those of its parts. What undo, journal and adoption keep, compare or drop, they keep, compare
/// or drop as a part; where they must tell the fields apart they bind all of them by name, so that code that forgets a
/// new one does not compile.
struct PlanState : PlanVersion, SourceFacts, PlannerFacts, PlanNotes {};

[[nodiscard]] inline bool has_same_notes(const PlanNotes& one, const PlanNotes& other) {
    return one == other;
}

/// The content of a file as a state: its plan, and the result of its run. O(1).
[[nodiscard]] PlanState state_of(Document document, const QString& path, std::vector<KeyValue> switches);

/// The layout that a run gets as that of the file, of a plan that is shown as `shown`. Planners that search start from
/// it, so it must not be the result of another run: what a planner finds would depend on those before it. Only where
/// the order asks for the layout, as with pins=file, and for the planner `scratch`, which fills the gaps of what is
/// placed, it is the shown one.
[[nodiscard]] std::shared_ptr<const Layout> layout_to_plan_from(const PlanState& state,
                                                                std::shared_ptr<const Layout> shown,
                                                                const PlanOrder& order);

/// Everything that was edited by hand: what problem and layout contain, and the edits on top of them. Linear; that of
/// the shown plan is known, see ShownPlan::hand_edits.
[[nodiscard]] std::vector<HandEdit> hand_edits_of(const PlanState& state);

/// What people added to the plan: edits as hand_edits_of(), notes, bookmarks.
[[nodiscard]] Annotations annotations_of(const PlanState& state);

/// "edited by hand", or "of a problem edited by hand" if a planner has made the layout since; empty: nothing was. The
/// only words for it, so that all views agree. `follows`: they continue a text, as in "iteration 3, then edited by
/// hand".
[[nodiscard]] QString edited_words(std::span<const HandEdit> edits, bool follows);

/// The layout of a state with its edits. `at_frame` is the layout at the state's frame, or `layout` if it has none.
/// Edits also invalidate notes about the layout:
/// - a removed operator must run again if its buffers were moved apart,
/// - moved scratch has no placement rule any more,
/// - heap bounds that contradict the placements are removed.
[[nodiscard]] Layout edited_layout(const PlanState& state, Layout at_frame);

}  // namespace arenascope
