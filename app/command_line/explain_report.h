#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/analysis/improvement/improvement.h"
#include "core/base/text/amount.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// What each buffer may and must not share with, and why: a list with one object for each buffer. The keys are `name`,
/// `operator`, `type`, `feature`, `size`, `first`, `dependencies` and `local`; see docs/command_line.md.
[[nodiscard]] Json sharing_reasons_json(const Problem& problem);

/// The same as text.
[[nodiscard]] std::string sharing_reasons_text(const Problem& problem);

/// The changes that lower the peak, and how many were tried, as one object.
[[nodiscard]] Json improvements_json(const Problem& problem, const ImprovementReport& report);

/// The same as a table, with a heading; or why there are none.
[[nodiscard]] std::string improvements_text(const Problem& problem, const ImprovementReport& report, Unit unit);

}  // namespace arenascope
