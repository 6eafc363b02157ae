#pragma once

#include <string>

#include "core/planner/planning.h"

namespace arenascope {

/// How much memory a buffer that does not fit lacks.
[[nodiscard]] std::string shortage_text(const Misfit& misfit);

/// The error for a plan with buffers that do not fit. `file` is the name that the user gave, or empty.
[[nodiscard]] Error no_room(const std::string& file, const Plan& plan);

}  // namespace arenascope
