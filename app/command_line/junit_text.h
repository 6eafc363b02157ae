#pragma once

#include <string>

#include "app/command_line/gate_finding.h"

namespace arenascope {

/// A JUnit report: a test case for each rule of the sub-command, which fails with its findings, a line each. The
/// verdict is what the suite prints.
[[nodiscard]] std::string junit_text(const GateRun& run);

}  // namespace arenascope
