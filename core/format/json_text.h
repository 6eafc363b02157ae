#pragma once

#include <string>
#include <string_view>

namespace arenascope {

/// Adds a JSON string, quotes and all. JSON holds UTF-8 only, but a name from a CSV file may be any bytes: a byte that
/// is not part of a character becomes one of the last 128 private characters, U+10FF80 to U+10FFFF, and a character of
/// that range is itself taken apart into bytes, so that `bytes_of_json_string` gives back exactly what was written.
void append_json_string(std::string& out, std::string_view bytes);

/// The bytes that a string from a JSON file stands for (the inverse of the above).
[[nodiscard]] std::string bytes_of_json_string(std::string_view text);

}  // namespace arenascope
