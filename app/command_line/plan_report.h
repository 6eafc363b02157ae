#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/format/document.h"
#include "core/planner/planning.h"

namespace arenascope {

/// The JSON of a plan, without its buffers. `fits` is null if a size is unknown and the known part fits.
[[nodiscard]] Json plan_json(const Plan& plan, const Document& document = {});

/// The member `buffers` of that JSON.
[[nodiscard]] Json buffers_json(const Plan& plan);

/// The same as text, in one line. Below it follow the lines for a heap with scratch and for cores.
[[nodiscard]] std::string plan_text(const Plan& plan, const Document& document);

/// The error for the first region whose peak exceeds its capacity; `file` as named by the user.
[[nodiscard]] Error misfit(const std::string& file, const Plan& plan);

}  // namespace arenascope
