#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// What each buffer may and must not share with, and why: a list with one object for each buffer. The keys are `name`,
/// `operator`, `type`, `feature`, `size`, `first`, `dependencies` and `local`; see docs/command_line.md.
[[nodiscard]] Json sharing_reasons_json(const Problem& problem);

/// The same as text.
[[nodiscard]] std::string sharing_reasons_text(const Problem& problem);

}  // namespace arenascope
