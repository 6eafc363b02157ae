#pragma once

#include <string>

#include "app/command_line/gate_finding.h"

namespace arenascope {

/// Workflow commands of GitHub Actions: an annotation for each finding, `::error file=F,line=L,title=RULE::SENTENCE`,
/// and the verdict as a notice. Percent signs, line ends and pairs of colons in names are escaped as %XX, in what
/// stands before the sentence also single colons and commas.
[[nodiscard]] std::string workflow_commands(const GateRun& run);

}  // namespace arenascope
