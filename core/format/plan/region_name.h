#pragma once

#include <string_view>

#include "core/base/text/json_reader.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The region named under `key`; `otherwise` if the key is missing. An unknown name is an error.
[[nodiscard]] RegionIndex read_region_name(const JsonField& field, std::string_view key, const Problem& problem,
                                           RegionIndex otherwise);

}  // namespace arenascope
