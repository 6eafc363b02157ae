#pragma once

#include <string_view>

namespace arenascope {

/// Natural order, t2 before t10: runs of digits compare as numbers, other characters one by one. Linear.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

}  // namespace arenascope
