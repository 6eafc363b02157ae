#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace arenascope {

/// The enumeration value with this name; empty if there is none. `names` lists the names in the order of the values.
template <class Value, std::size_t count>
[[nodiscard]] constexpr std::optional<Value> value_named(const std::array<std::string_view, count>& names,
                                                         std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Value>(found - names.begin()));
}

}  // namespace arenascope
