#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arenascope {

/// Adds a number, without an allocation of its own.
void append_number(std::string& out, std::int64_t number);

/// A name from a binary file with each zero byte made visible() ("\x00"): no text file can hold one.
[[nodiscard]] std::string without_zeros(std::string_view name);

/// `text` in lower case, as far as ASCII goes.
[[nodiscard]] std::string lower_case(std::string_view text);

/// Whether the first character that is no space opens a JSON object or list. A byte order mark is passed over.
[[nodiscard]] bool looks_like_json(std::string_view content);

/// `content` without a UTF-8 byte order mark in front.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view content);

}  // namespace arenascope
