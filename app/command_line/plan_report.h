#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/format/document.h"
#include "core/planner/planning.h"

namespace arenascope {

/// What `plan --json` says of a plan of a document, without its buffers. Whether it fits is null where all that is
/// known does and a size is unknown.
[[nodiscard]] Json plan_json(const Plan& plan, const Document& document = {});

/// The member `buffers` of the same.
[[nodiscard]] Json buffers_json(const Plan& plan);

/// The same for people, in one line; below it what became of a heap with scratch, and of cores.
[[nodiscard]] std::string plan_text(const Plan& plan);

/// The first region that the plan does not fit, and by how much; `file` as it was named.
[[nodiscard]] Error misfit(const std::string& file, const Plan& plan);

}  // namespace arenascope
