#pragma once

#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/graph/core_assignment.h"
#include "core/graph/import_options.h"
#include "core/graph/scratch_rules.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// What a file says that a switch names, with the file's name for errors.
template <class Lines>
struct SwitchFile {
    Lines lines;
    std::string source;
};

/// What the files say that `assignment` and `scratch-rules` name; empty where those are not given.
struct SwitchFiles {
    SwitchFile<std::vector<NamedCore>> assignment = {};
    SwitchFile<std::vector<ScratchDemand>> scratch_rules = {};
};

/// A problem on its way through the switches.
struct SwitchedProblem {
    Problem problem;
    Layout layout;
    std::vector<std::string> notes = {};  ///< what was left out or assumed, for people
    /// Of the notes those on what the switches came to, where they were given: with the file that each is about in
    /// front.
    std::vector<std::string> switch_notes = {};
    bool has_changed = false;  ///< whether it is another problem: what else is known of the old one counts no more
};

/// What the switches of the import make of any problem, whatever its format: `cores`, `split`, `assignment` and
/// `transfers` split it onto cores, and so does what the problem itself says of its operators. Before that
/// `execution-order` lets the operators run in another order, and behind it `scratch-rules` adds their scratch. Last
/// `capacity` gives each region another capacity, which counts as no change. Where they change nothing, the problem
/// comes out as it is. What becomes of switches that are given is noted, too. `source` names the problem's file in
/// errors. Linear, times log n.
[[nodiscard]] Expected<SwitchedProblem> with_import_switches(SwitchedProblem whole, const ImportOptions& options,
                                                             const SwitchFiles& files, const std::string& source);

}  // namespace arenascope
