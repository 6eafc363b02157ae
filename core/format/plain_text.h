#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arenascope {

/// Adds a number, without an allocation of its own.
void append_number(std::string& out, std::int64_t number);

/// `text` in lower case, as far as ASCII goes.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace arenascope
