#pragma once

#include <string>

#include "core/base/text/json_reader.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Adds `{"planner": …, "options": {…}, "seed": …, "reproducible": …}`.
void append_provenance(std::string& out, const Provenance& provenance);

[[nodiscard]] Provenance read_provenance(const JsonField& field);

}  // namespace arenascope
