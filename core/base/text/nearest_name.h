#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// The name that a mistyped one probably means: the closest in `names` with at most two typing mistakes, the first
/// among equals. A mistake is a letter omitted, added or replaced, or two neighbours swapped. Empty: there is none.
[[nodiscard]] std::string nearest_name(std::string_view typed, const std::vector<std::string>& names);

}  // namespace arenascope
