#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace arenascope {

/// What a field or a sub-expression is worth. Integers carry bytes, steps and counts alike.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Gives the value of a field of the thing that is asked about; nothing for a field that it has not.
using FieldLookup = std::function<std::optional<Value>(std::string_view field)>;

}  // namespace arenascope
