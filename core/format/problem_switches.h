#pragma once

#include <string>

#include "core/error/error.h"
#include "core/format/document.h"
#include "core/graph/import_options.h"

namespace arenascope {

/// What the switches of the import make of any file once it is read, whatever its format: `cores`, `split`,
/// `assignment` and `transfers` split it onto cores, and so does what the file itself says of its operators. Before
/// that `execution-order` lets the operators run in another order, and behind it `scratch-rules` adds their scratch.
/// Last `capacity` gives each region another capacity, which leaves a trace and what made the layout. Where they change
/// nothing, the document comes out as it is; else a trace and what made the layout, which belong to the problem from
/// before, are left out. What becomes of switches that are given is noted, too. Files that the options name are read
/// here. `source` names the document's file in errors.
[[nodiscard]] Expected<Document> with_problem_switches(Document document, const ImportOptions& options,
                                                       const std::string& source);

}  // namespace arenascope
