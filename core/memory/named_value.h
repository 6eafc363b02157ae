#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace arenascope {

/// The value of an enumeration that has a name, of the names of its values in their order; nothing where none has it.
template <class Value, std::size_t count>
[[nodiscard]] constexpr std::optional<Value> value_named(const std::array<std::string_view, count>& names,
                                                         std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Value>(found - names.begin()));
}

}  // namespace arenascope
