#pragma once

#include <string>

#include "core/planner/planning.h"

namespace arenascope {

/// By how much the memory is too small for a buffer that found no room, for people.
[[nodiscard]] std::string shortage_text(const Misfit& misfit);

/// That some buffers found no room; `file` as it was named, or empty.
[[nodiscard]] Error no_room(const std::string& file, const Plan& plan);

}  // namespace arenascope
