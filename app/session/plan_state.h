#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/network_problem.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/planner.h"
#include "core/trace/trace.h"

namespace arenascope {

/// A buffer that a person has moved by hand.
struct Edit {
    BufferIndex buffer;
    Placement placement;
    friend bool operator==(const Edit&, const Edit&) = default;
};

/// What the window shows, as a value: a plan, the step of its trace that is looked at, and what was moved by hand on
/// top of it. The large parts are shared, so that keeping one for every undo costs little.
struct PlanState {
    std::shared_ptr<const Problem> problem;
    std::shared_ptr<const Layout> layout;  ///< as read from the file or handed out by the planner
    std::optional<Provenance> provenance;
    std::shared_ptr<const ImportReport> import;  ///< models only: with the switches that the file was read with
    std::vector<KeyValue> switches;              ///< that the file was read with, model or not
    std::vector<std::string> notes;              ///< what was left out or assumed in reading, for people
    std::size_t left_out = 0;                    ///< values in no figure beside unknown sizes (see Document)
    std::shared_ptr<const Trace> trace;          ///< null: no run is known
    FrameIndex frame = FrameIndex::none();       ///< the step shown; none: `layout` itself
    std::vector<Edit> edits;                     ///< in the order in which they were made
    std::vector<Misfit> misfits;                 ///< what found no room, where the plan was made here
    std::optional<double> seconds;               ///< what planning took, where it was done here
};

/// The layout of the state, with its edits. `at_frame` is the layout at its frame, where it has one. An operator whose
/// buffers an edit has moved apart has to run again; of scratch that it has moved no rule tells any more how it came
/// there, and the bounds of a heap that it has moved out of are left out.
[[nodiscard]] Layout edited_layout(const PlanState& state, Layout at_frame);

}  // namespace arenascope
