#pragma once

#include <string_view>

#include "core/memory/problem.h"
#include "core/text/json_reader.h"

namespace arenascope {

/// The region that the text under `key` names; `otherwise` where there is no such key. A name that there is not is
/// refused.
[[nodiscard]] RegionIndex read_region_name(const JsonField& field, std::string_view key, const Problem& problem,
                                           RegionIndex otherwise);

}  // namespace arenascope
