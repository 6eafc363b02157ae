#pragma once

#include <vector>

#include "core/base/error/error.h"
#include "core/model/edit/hand_edit.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A plan after an edit by hand. What the edit made untrue is mended: gaps, dimensions, sharing groups, operators that
/// need not run, shared objects, bounds of heaps. Places stay, so that the check tells what the edit costs.
struct EditedPlan {
    Problem problem;                   ///< validated
    Layout layout;                     ///< one placement for each buffer of the problem
    std::vector<HandEdit> hand_edits;  ///< what this edit changed; empty: nothing
    std::vector<BufferIndex> changed;  ///< the buffers that it changed or added
};

/// An error if nobody may edit a problem: the addresses of a recorded allocator are facts.
[[nodiscard]] Expected<void> check_editable(const Problem& problem);

/// An error if nobody may move a buffer: its allocator recorded where it lies. The places that a planner gave the same
/// allocations may be changed.
[[nodiscard]] Expected<void> check_movable(const Problem& problem);

/// Puts a buffer at the lowest free offset of its region, whatever the capacity is. Where the region has shared
/// objects, it goes to one of its own. The problem must be validated. O(n log n).
void place_lowest(const Problem& problem, Layout& layout, BufferIndex buffer);

/// The last part of every edit: validates the problem, then mends the layout. O(n log n).
[[nodiscard]] Expected<EditedPlan> mended(EditedPlan plan);

}  // namespace arenascope
