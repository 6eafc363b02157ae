#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace arenascope {

/// The value of a field or an expression. Bytes, steps and counts are all integers.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Looks a field up by name. Empty if there is no such field, or no value.
using FieldLookup = std::function<std::optional<Value>(std::string_view field)>;

}  // namespace arenascope
