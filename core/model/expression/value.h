#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace arenascope {

/// The value of a field or an expression. Bytes, steps and counts are all integers. Only an address from 2^63 on is an
/// unsigned one.
using Value = std::variant<bool, std::int64_t, double, std::string, std::uint64_t>;

/// Looks a field up by name. Empty if there is no such field, or no value.
using FieldLookup = std::function<std::optional<Value>(std::string_view field)>;

}  // namespace arenascope
