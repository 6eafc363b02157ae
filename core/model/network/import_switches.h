#pragma once

#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/network/core_assignment.h"
#include "core/model/network/feature_rules.h"
#include "core/model/network/import_options.h"
#include "core/model/network/scratch_rules.h"

namespace arenascope {

/// The content of a file that a switch names, and the name of that file for errors.
template <class Lines>
struct SwitchFile {
    Lines lines;
    std::string source;
};

/// The contents of the files that `operator-features`, `assignment` and `scratch-rules` name; empty if they are not
/// given.
struct SwitchFiles {
    SwitchFile<std::vector<FeatureRule>> operator_features = {};
    SwitchFile<std::vector<NamedCore>> assignment = {};
    SwitchFile<std::vector<ScratchDemand>> scratch_rules = {};
};

/// A problem while the switches are applied.
struct SwitchedProblem {
    Problem problem;
    Layout layout;
    std::vector<std::string> notes = {};  ///< what was ignored or assumed, for people
    /// The subset of `notes` about switches that were given. Each begins with the file it refers to.
    std::vector<std::string> switch_notes = {};
    bool has_changed = false;  ///< other data about the original is no longer valid
};

/// Applies the import switches that work on any format, in this order:
/// 1. `operator-features` sets what operators may share.
/// 2. `execution-order` changes the order of the operators. `least-peak` counts what steps 3 and 4 add, and keeps the
///    file's order unless the threshold is lower after them.
/// 3. `cores`, `split`, `assignment` and `transfers`, or the problem itself, split it onto cores.
/// 4. `scratch-rules` adds scratch for the operators.
/// 5. `spill` moves buffers to a second memory, where `capacity` or the file limits the first one, or the switch
/// itself.
/// 6. `may-take-over` derives the usage graph. This does not count as a change.
/// 7. `capacity` replaces the capacity of each region but second memories. This does not count as a change.
/// A switch without effect leaves the problem as it is. Notes say what each given switch did. `source` names the
/// problem's file in errors. Linear, times log n, except for `least-peak` (see least_peak_order()).
[[nodiscard]] Expected<SwitchedProblem> with_import_switches(SwitchedProblem whole, const ImportOptions& options,
                                                             const SwitchFiles& files, const std::string& source);

}  // namespace arenascope
