#pragma once

#include <string>

#include "app/command_line/gate_finding.h"

namespace arenascope {

/// A log of one run by the schema of SARIF 2.1.0 (OASIS): the rules, and a result for each finding with its file and
/// line. Paths are relative URIs.
[[nodiscard]] std::string sarif_text(const GateRun& run);

}  // namespace arenascope
