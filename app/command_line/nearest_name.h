#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// The name that was probably meant by a mistyped one: the closest of `names` that at most two typing mistakes (a
/// letter left out, added, replaced, or two swapped) lead away from, the first among equals. Empty if there is none.
[[nodiscard]] std::string nearest_name(std::string_view typed, const std::vector<std::string>& names);

}  // namespace arenascope
