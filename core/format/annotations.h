#pragma once

#include <vector>

#include "core/model/edit/hand_edit.h"
#include "core/model/memory/pinned_note.h"
#include "core/trace/bookmark.h"

namespace arenascope {

/// What people added to a plan: it travels with the plan and its trace.
struct Annotations {
    std::vector<HandEdit> hand_edits = {};      ///< in the order of time
    std::vector<PinnedNote> pinned_notes = {};  ///< in the order of their numbers
    std::vector<Bookmark> bookmarks = {};
    friend bool operator==(const Annotations&, const Annotations&) = default;
};

/// The annotations of a plan after a planner has made another layout of its problem: edits as after_planning() says,
/// notes and bookmarks at the same names, no steps of the former run. `planned`: the problem as the planner gives it.
[[nodiscard]] Annotations after_planning(Annotations annotations, const Problem& problem, const Problem& planned);

}  // namespace arenascope
