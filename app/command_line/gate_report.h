#pragma once

#include <string>

#include "app/command_line/gate_finding.h"
#include "app/command_line/sub_commands.h"

namespace arenascope {

/// The findings as the gate of `common` reads them: a SARIF 2.1.0 log, a JUnit report, or workflow commands of GitHub.
/// Paths are relative to the current folder. A finding about a buffer of a text file has the first line that names it.
/// Names come from strangers, so what has a meaning in a format is escaped. Linear in the findings and in the files.
[[nodiscard]] std::string gate_text(const FileArguments& common, GateRun run);

}  // namespace arenascope
