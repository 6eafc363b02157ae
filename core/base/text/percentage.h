#pragma once

#include <optional>
#include <string_view>

namespace arenascope {

/// The number of a percentage such as "2.5%", from 0 on; the sign may be missing. Empty: it is none. Linear.
[[nodiscard]] std::optional<double> percentage(std::string_view text);

}  // namespace arenascope
